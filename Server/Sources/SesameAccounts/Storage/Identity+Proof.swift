import SesameWire

extension Identity {
    /// Returns whether the identity proves that this email address is its person's: its provider runs the mailbox. A
    /// development provider beside the vendors says of anybody that they have any address, and proves nothing.
    func proves(_ kind: Login.Kind, _ name: String) -> Bool {
        kind == .email && provedAddress?.hasSameBytes(as: name) == true
    }

    /// The email address that the identity proves; nil if it proves none. One whose account its provider has closed proves
    /// nothing: somebody else may have it.
    var provedAddress: String? {
        guard claims.emailVerified, claims.emailIsAuthoritative, let email = claims.email, !standing.isDisabled,
            !DevelopmentSubject.isOne(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}

extension AccountView {
    /// The addresses that the person has proved, by a code, or that an identity proves, whose provider runs the mailbox.
    /// One that was confirmed outside the app is not among them: the one who opened the mail may be somebody else.
    var provedAddresses: Set<String> {
        let claimed = logins.filter { $0.kind == .email && $0.isClaimed }.map(\.name)
        return Set(claimed + identities.compactMap(\.provedAddress))
    }
}
