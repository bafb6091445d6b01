package import SesameCore

extension UserAuthInfo {
    /// Returns the credential that confirms the user with a password; nil if the account has no password or no email
    /// address.
    package func credential(confirmingBy password: Secret) -> PasswordCredential? {
        guard providers.contains(SignInMethod.password.rawValue), let email else { return nil }
        return PasswordCredential(email: email, password: password)
    }
}
