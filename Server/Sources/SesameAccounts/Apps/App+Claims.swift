extension App {
    /// Returns the claims that clients see of the account's person: in a pseudonymous app a stand-in.
    package func claims(of view: AccountView) -> IdentityClaims {
        guard let pseudonymity = privacy.pseudonymity else { return view.claims }
        return view.isAnonymous ? IdentityClaims() : pseudonymity.standIn.claims(of: view.account.id)
    }
}

extension AppDirectory {
    /// Returns the claims that clients of the account's app see; see ``App/claims(of:)``.
    package func claims(of view: AccountView) -> IdentityClaims {
        self[view.account.app]?.claims(of: view) ?? IdentityClaims()
    }
}
