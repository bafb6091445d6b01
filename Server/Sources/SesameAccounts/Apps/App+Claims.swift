extension App {
    /// Returns the user's claims that clients see. In a pseudonymous app, they are placeholders generated from the
    /// account's id; a guest has none.
    package func claims(of view: AccountRecord) -> IdentityClaims {
        guard let pseudonymity = privacy.pseudonymity else { return view.claims }
        return view.isAnonymous ? IdentityClaims() : pseudonymity.placeholder.claims(of: view.account.id)
    }
}

extension AppDirectory {
    /// Returns the user's claims that clients of the account's app see; see ``App/claims(of:)``.
    package func claims(of view: AccountRecord) -> IdentityClaims {
        self[view.account.app]?.claims(of: view) ?? IdentityClaims()
    }
}
