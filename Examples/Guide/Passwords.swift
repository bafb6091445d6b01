public import Sesame
public import SesameCore

/// The forms of an app with addresses and passwords.
public struct PasswordForms: Sendable {
    let auth: AuthManager

    /// The forms of that app.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.passwords
    /// "Create account": a guest becomes a person and keeps everything, anybody else gets a new account.
    public func register(_ email: String, _ password: Secret) async throws(AuthError) -> UserAuthInfo {
        let credential = PasswordCredential(email: email, password: password)
        if auth.auth?.isAnonymous == true { return try await auth.upgrade(using: credential).user }
        return try await auth.signIn(using: PasswordRegistration(credential)).user
    }

    /// "Sign in".
    public func signIn(_ email: String, _ password: Secret) async throws(AuthError) -> UserAuthInfo {
        try await auth.signIn(using: PasswordCredential(email: email, password: password)).user
    }

    /// "Forgotten?": say that a mail is on its way, whatever the address was.
    public func forgotten(_ email: String) async throws(AuthError) {
        try await auth.sendPasswordReset(to: email, language: "fr")
    }

    /// "Another password".
    public func change(_ current: Secret, to next: Secret) async throws(AuthError) {
        try await auth.changePassword(to: next, current: current)
    }
    // snippet.end
}
