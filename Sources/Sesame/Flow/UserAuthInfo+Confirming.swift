package import SesameCore

extension UserAuthInfo {
    /// What proves by a password that it is this person; nil for somebody who has none.
    package func credential(confirmingBy password: Secret) -> PasswordCredential? {
        guard providers.contains(SignInMethod.password.rawValue), let email else { return nil }
        return PasswordCredential(email: email, password: password)
    }
}
