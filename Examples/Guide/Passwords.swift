public import Sesame

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
        return try await auth.signIn(using: PasswordRegistration(credential)).user
    }

    /// "Sign in". `guest_signed_in` is thrown while a guest is signed in: ask them first, then leave their account.
    public func signIn(
        _ email: String, _ password: Secret, leavingGuest: Bool = false
    ) async throws(AuthError) -> UserAuthInfo {
        let credential = PasswordCredential(email: email, password: password)
        return try await auth.signIn(using: credential, replacingGuest: leavingGuest).user
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

/// The forms of an app whose people sign in by a code.
public struct CodeForms: Sendable {
    let auth: AuthManager

    /// The forms of that app.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.codes
    /// "Send me a code": to an address, or to a number with its country code. Keep the value until the code is typed.
    public func send(to receiver: String) async throws(AuthError) -> SentCode {
        try await auth.sendSignInCode(to: receiver, language: "fr")
    }

    /// "Sign in".
    public func signIn(by sent: SentCode, _ typed: Secret) async throws(AuthError) -> UserAuthInfo {
        try await auth.signIn(using: sent.typed(typed)).user
    }

    /// "Delete my account", of somebody whom a code to their own address confirms.
    public func deleteAccount(confirmedBy sent: SentCode, _ typed: Secret) async throws(AuthError) {
        try await auth.deleteAccount(confirmedBy: .code(typed, sent))
    }
    // snippet.end
}
