extension SignInAttempt {
    /// The account that an identity without one joins by its address, if there is exactly one.
    ///
    /// An account with an identity of the same provider is another person's: the mailbox has changed hands. One whose
    /// person has taken an identity away is joined by nothing any more.
    func accountToJoin(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountView? {
        guard verified.claims.emailIsAuthoritative,
            let address = claims.joiningAddress(of: verified.subject.current, at: provider, in: app)
        else { return nil }
        let accounts = try transaction.accounts(joiningBy: address, in: app.id)
        guard accounts.count == 1, let view = try transaction.view(of: accounts[0], in: app.id),
            view.factors.isEmpty, view.account.isJoinable, !view.identities.contains(where: { $0.provider == provider })
        else { return nil }
        return view
    }
}
