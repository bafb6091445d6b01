extension IdentityClaims {
    /// The address by which others may find the identity's account: verified, the person's own, and only in apps that
    /// let an address join anything. ASCII letters in lower case; everything else is compared byte by byte.
    ///
    /// A development provider beside the vendors says of anybody that they have any address, so its people have none
    /// here; nor have those of a provider that only the configuration knows, where whoever runs it may let people state what
    /// they like.
    func joiningAddress(of subject: String, at provider: Provider, in app: App) -> String? {
        guard app.emailLinking == .verified, provider.isKnownForAddresses, emailVerified, !isPrivateEmail, let email,
            !DevelopmentSubject.isOne(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}
