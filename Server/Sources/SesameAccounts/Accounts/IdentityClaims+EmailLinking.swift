extension IdentityClaims {
    /// Returns the email address that may link the identity to an account; nil unless it is verified, not a private
    /// relay address, and the app allows linking by address. ASCII letters are in lower case; all other characters are
    /// compared byte by byte.
    ///
    /// A development provider next to the real ones can state any address for any user, so the result for its users is
    /// nil. The same holds for a provider added by configuration, because its operator may let users state any address.
    func linkableEmail(of subject: String, at provider: Provider, in app: App) -> String? {
        guard app.emailLinking == .verified, provider.isKnownForAddresses, emailVerified, !isPrivateEmail, let email,
            !DevelopmentSubject.isOne(subject)
        else { return nil }
        return email.inLowerCaseASCII
    }
}
