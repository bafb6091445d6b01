import SesameWire

extension Identity {
    /// Returns true if the identity proves that the email address belongs to its user. Only a provider that runs the
    /// mailbox proves this; a development provider lets a user choose any address and proves nothing.
    func proves(_ kind: LocalCredential.Kind, _ name: String) -> Bool {
        kind == .email && provedAddress?.hasSameBytes(as: name) == true
    }

    /// The email address that the identity proves, in lowercase; nil if it proves none. An identity that its provider
    /// has disabled proves nothing, because another user may have the address now.
    var provedAddress: String? {
        guard claims.emailVerified, claims.emailIsAuthoritative, let email = claims.email, !status.isDisabled,
            !DevelopmentSubject.isOne(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}

extension AccountRecord {
    /// The email addresses that the user has proved, with a code or with an identity whose provider runs the mailbox.
    /// An address that was confirmed outside the app is excluded, because another user may have opened the email.
    var provedAddresses: Set<String> {
        let claimed = logins.filter { $0.kind == .email && $0.isClaimed }.map(\.name)
        return Set(claimed + identities.compactMap(\.provedAddress))
    }
}
