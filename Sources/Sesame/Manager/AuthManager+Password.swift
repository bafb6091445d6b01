public import SesameCore

extension AuthManager {
    /// Has a mail sent by which whoever reads the address's mail chooses another password. The answer is the same for
    /// an address that nobody has.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the app's.
    public func sendPasswordReset(to email: String, language: String? = nil) async throws(AuthError) {
        try await service.passwordService.sendPasswordReset(to: email, language: language)
    }

    /// Has a mail sent to the address of whoever is signed in, by which they show that it is theirs. Throws
    /// ``SesameCore/AuthError/Code/notFound`` when the account has no address to sign in with.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the app's.
    public func sendVerification(language: String? = nil) async throws(AuthError) {
        try await inSession { [service] session throws(AuthError) in
            try await service.passwordService.sendVerification(for: session, language: language)
        }
    }

    /// Gives the account that is signed in another password. Where the back end can, all its other sessions end.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` when the current password is another one, and
    /// ``SesameCore/AuthError/Code/weakPassword`` when the next one is not taken.
    /// - Parameter current: The password as it is now; without it the sign-in must be one of the last minutes.
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
