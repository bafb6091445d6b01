/// A placeholder for the provider's id of an imported user, made from the user's email address because the id is not
/// known yet. The id replaces the placeholder when the user signs in with the provider and the provider runs the
/// mailbox.
///
/// No provider issues such a subject: see ``ReservedSubject``.
struct PlaceholderSubject: Sendable, Equatable {
    let text: String

    /// Creates a subject from the address in claims; returns nil if the address is missing, unverified, a relay address
    /// or not ASCII.
    init?(_ claims: IdentityClaims) {
        guard claims.emailVerified, !claims.isPrivateEmail, let email = claims.email, email.utf8.contains(0x40),
            email.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        text = ReservedSubject.awaitedMark + email.inLowerCaseASCII
    }

    /// Returns true if a subject is a placeholder for an imported user's id.
    static func isAwaited(_ subject: String) -> Bool { subject.hasPrefix(ReservedSubject.awaitedMark) }
}

extension SignInTransaction {
    /// Returns the placeholder identity that an import created for the user's address; nil if there is none, or if the
    /// provider does not run the mailbox.
    func awaitedIdentity(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Identity? {
        guard verified.claims.emailIsAuthoritative,
            !DevelopmentSubject.isOne(verified.subject.current), let subject = PlaceholderSubject(claims)
        else { return nil }
        return try transaction.identity(provider, subject: subject.text, in: app.id)
    }

    /// Replaces the subject of a placeholder identity with the user's real id, and records the link as a security
    /// event.
    ///
    /// - Returns: The updated identity.
    func fulfill(
        _ awaited: Identity, _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Identity {
        let identity = Identity(
            app: app.id, provider: provider, subject: verified.subject.current, account: awaited.account,
            claims: claims.keeping(awaited.claims),
            linkableEmail: claims.linkableEmail(of: verified.subject.current, at: provider, in: app),
            createdAt: awaited.createdAt, status: awaited.status)
        try transaction.delete(awaited)
        try transaction.insert(identity)
        try transaction.insert(
            SecurityEvent(
                kind: .identityLinked, app: app.id, account: awaited.account, session: nil, at: now,
                context: context, detail: provider.rawValue))
        return identity
    }
}
