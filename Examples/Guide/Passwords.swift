public import Sesame

/// The forms of an app with email addresses and passwords.
public struct PasswordForms: Sendable {
    let auth: AuthManager

    /// Creates the forms with the app's manager.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.passwords
    /// Registers an email address and a password ("Create account"). A guest account is upgraded and keeps its data;
    /// otherwise a new account is created.
    public func register(_ email: String, _ password: Secret) async throws(AuthError) -> UserAuthInfo {
        let credential = PasswordCredential(email: email, password: password)
        return try await auth.signIn(using: PasswordRegistration(credential)).user
    }

    /// Signs in with a password ("Sign in"). Throws `guest_signed_in` while a guest is signed in, unless `leavingGuest`
    /// is true: ask the user before leaving the guest account.
    public func signIn(
        _ email: String, _ password: Secret, leavingGuest: Bool = false
    ) async throws(AuthError) -> UserAuthInfo {
        let credential = PasswordCredential(email: email, password: password)
        return try await auth.signIn(using: credential, replacingGuest: leavingGuest).user
    }

    /// Sends a reset email ("Forgot your password?"). Tell the user that an email is on its way, even if the address
    /// has no account.
    public func forgotten(_ email: String) async throws(AuthError) {
        try await auth.sendPasswordReset(to: email, language: "fr")
    }

    /// Changes the password ("Change password"), confirmed by the current one.
    public func change(_ current: Secret, to next: Secret) async throws(AuthError) {
        try await auth.changePassword(to: next, current: current)
    }
    // snippet.end
}

/// The forms of an app with sign-in by code.
public struct CodeForms: Sendable {
    let auth: AuthManager

    /// Creates the forms with the app's manager.
    public init(_ auth: AuthManager) {
        self.auth = auth
    }

    // snippet.codes
    /// Sends a code ("Send code") to an email address, or to a phone number with its country code. Store the returned
    /// value until the user types the code.
    public func send(to receiver: String) async throws(AuthError) -> SentCode {
        try await auth.sendSignInCode(to: receiver, language: "fr")
    }

    /// Signs in with a code ("Sign in").
    public func signIn(by sent: SentCode, _ typed: Secret) async throws(AuthError) -> UserAuthInfo {
        try await auth.signIn(using: sent.typed(typed)).user
    }

    /// Deletes the account ("Delete my account") after a confirmation by a code sent to the account's address.
    public func deleteAccount(confirmedBy sent: SentCode, _ typed: Secret) async throws(AuthError) {
        try await auth.deleteAccount(confirmedBy: .code(typed, sent))
    }
    // snippet.end
}
