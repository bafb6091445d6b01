extension App {
    /// What clients are told of the account's person.
    public func claims(of view: AccountView) -> IdentityClaims {
        guard let pseudonymity = privacy.pseudonymity else { return view.claims }
        return view.isAnonymous ? IdentityClaims() : pseudonymity.standIn.claims(of: view.account.id)
    }
}

extension AppDirectory {
    /// What clients of the account's app are told of its person; see ``App/claims(of:)``.
    public func claims(of view: AccountView) -> IdentityClaims {
        self[view.account.app]?.claims(of: view) ?? IdentityClaims()
    }
}
