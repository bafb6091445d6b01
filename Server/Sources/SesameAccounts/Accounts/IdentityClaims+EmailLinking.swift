extension IdentityClaims {
    /// Returns the address by which the identity's account may be found: verified, the user's own, and only in apps
    /// that allow linking by address. ASCII letters are in lower case; all other characters are compared byte by byte.
    ///
    /// A development provider next to the real ones can state any address for any user, so its users have none here.
    /// The same holds for a provider that is only configured, because its operator may let users state any address.
    func linkableEmail(of subject: String, at provider: Provider, in app: App) -> String? {
        guard app.emailLinking == .verified, provider.isKnownForAddresses, emailVerified, !isPrivateEmail, let email,
            !DevelopmentSubject.isOne(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}
