public import SesameCore

extension AuthManager {
    /// Sends an email that lets its reader reset the password. The result is the same for an address without an
    /// account.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    public func sendPasswordReset(to email: String, language: String? = nil) async throws(AuthError) {
        try await service.passwordService.sendPasswordReset(to: email, language: language)
    }

    /// Sends an email that lets the signed-in user verify their address. Throws ``SesameCore/AuthError/Code/notFound``
    /// if the account has no address to sign in with.
    /// - Parameter language: The language of the email, for example `fr`; nil for the app's.
    public func sendVerification(language: String? = nil) async throws(AuthError) {
        try await inSession { [service] session throws(AuthError) in
            try await service.passwordService.sendVerification(for: session, language: language)
        }
    }

    /// Changes the password of the signed-in account. The account's other sessions end, if the back end supports that.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` if the current password is wrong, and
    /// ``SesameCore/AuthError/Code/weakPassword`` if the new one is rejected.
    /// - Parameter current: The current password; without it the last sign-in must be a few minutes old at most.
    ///   Appwrite always requires it if the account has a password.
    public func changePassword(to password: Secret, current: Secret? = nil) async throws(AuthError) {
        let begun = clock.now
        do throws(AuthError) {
            try await renewLeased { [service] session throws(AuthError) in
                ((), try await service.passwordService.changePassword(of: session, from: current, to: password))
            }
            record(AuthEvent(.passwordChanged, method: .password, duration: elapsed(since: begun)))
        } catch {
            record(
                AuthEvent(
                    .passwordChangeFailed, method: .password, code: error.code, duration: elapsed(since: begun)))
            throw error
        }
    }
}
