/// Whether an address alone may join an identity to an account.
public enum EmailLinking: String, Sendable, CaseIterable {
    /// Never: who has an account proves it by signing in to it.
    case never
    /// An identity without an account joins the one account with its address, if its provider runs that very mailbox or
    /// domain, and the address of the account has been verified. What is merely stated joins nothing and keeps nobody
    /// out.
    case verified
}

extension IdentityClaims {
    /// The address by which others may find the identity's account: verified, the person's own, and only in apps that
    /// let an address join anything. ASCII letters in lower case; everything else is compared byte by byte.
    ///
    /// A development provider beside the vendors says of anybody that they have any address, so its people have none
    /// here.
    func joiningAddress(of subject: String, in app: App) -> String? {
        guard app.emailLinking == .verified, emailVerified, !isPrivateEmail, let email,
            !IssuerVerifier.isOfDevelopmentBesideVendor(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}

extension SignInAttempt {
    /// The account that an identity without one joins by its address, if there is exactly one.
    ///
    /// An account with an identity of the same provider is another person's: the mailbox has changed hands. One whose
    /// person has taken an identity away is joined by nothing any more.
    func accountToJoin(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> AccountView? {
        guard verified.claims.emailIsAuthoritative,
            let address = claims.joiningAddress(of: verified.subject.current, in: app)
        else { return nil }
        let accounts = try transaction.accounts(joiningBy: address, in: app.id)
        guard accounts.count == 1, let view = try transaction.view(of: accounts[0], in: app.id),
            view.factors.isEmpty, view.account.isJoinable, !view.identities.contains(where: { $0.provider == provider })
        else { return nil }
        return view
    }
}
