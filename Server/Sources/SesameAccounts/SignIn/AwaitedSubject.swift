/// The subject of a user of whom an import knew nothing but an address. The real id replaces it when the provider that
/// runs the mailbox vouches for the address.
///
/// No provider gives such an id: see ``ReservedSubject``.
struct AwaitedSubject: Sendable, Equatable {
    let text: String

    /// Takes the address of claims; nil where nobody has verified it, or it is a relay.
    init?(_ claims: IdentityClaims) {
        guard claims.emailVerified, !claims.isPrivateEmail, let email = claims.email, email.utf8.contains(0x40),
            email.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return nil }
        text = ReservedSubject.awaitedMark + email.inLowerCaseASCII
    }

    /// Returns true if a subject is one of these.
    static func isAwaited(_ subject: String) -> Bool { subject.hasPrefix(ReservedSubject.awaitedMark) }
}

extension SignInAttempt {
    /// The identity of an imported account that waits for this person, if there is one.
    func awaitedIdentity(
        _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Identity? {
        guard verified.claims.emailIsAuthoritative,
            !DevelopmentSubject.isOne(verified.subject.current), let subject = AwaitedSubject(claims)
        else { return nil }
        return try transaction.identity(provider, subject: subject.text, in: app.id)
    }

    /// Gives an awaited identity its person's real id.
    ///
    /// - Returns: The identity as it is kept now.
    func fulfil(
        _ awaited: Identity, _ claims: IdentityClaims, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Identity {
        let identity = Identity(
            app: app.id, provider: provider, subject: verified.subject.current, account: awaited.account,
            claims: claims.keeping(awaited.claims),
            joiningAddress: claims.joiningAddress(of: verified.subject.current, at: provider, in: app),
            createdAt: awaited.createdAt, standing: awaited.standing)
        try transaction.delete(awaited)
        try transaction.insert(identity)
        try transaction.insert(
            SecurityEvent(
                kind: .identityLinked, app: app.id, account: awaited.account, session: nil, at: now,
                context: context))
        return identity
    }
}
