package import SesameCore

extension UserAuthInfo {
    /// Returns the credential that confirms the user by a password; nil for a user without one.
    package func credential(confirmingBy password: Secret) -> PasswordCredential? {
        guard providers.contains(SignInMethod.password.rawValue), let email else { return nil }
        return PasswordCredential(email: email, password: password)
    }
}
