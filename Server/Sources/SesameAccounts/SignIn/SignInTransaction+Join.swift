extension SignInTransaction {
    /// Returns the account to which a new identity is linked by its email address; nil unless exactly one account
    /// qualifies, has no second factor, and allows the link.
    ///
    /// An account with another identity of the same provider is not linked, because the mailbox may have changed hands.
    /// An account with ``Account/allowsEmailLinking`` false is never linked by its address.
    func accountToJoin(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountRecord? {
        guard verified.claims.emailIsAuthoritative,
            let address = claims.linkableEmail(of: verified.subject.current, at: provider, in: app)
        else { return nil }
        let accounts = try transaction.accounts(joiningBy: address, in: app.id)
        guard accounts.count == 1, let view = try transaction.view(of: accounts[0], in: app.id),
            view.factors.isEmpty, view.account.allowsEmailLinking,
            !view.identities.contains(where: { $0.provider == provider })
        else { return nil }
        return view
    }
}
