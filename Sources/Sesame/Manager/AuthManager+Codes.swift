public import SesameCore

extension AuthManager {
    /// Has a code sent that signs in whoever types it, and makes their account where the app lets it.
    ///
    /// ```swift
    /// let sent = try await auth.sendSignInCode(to: "test.user.1@example.com")
    /// try await auth.signIn(using: sent.typed(Secret("123456")))
    /// ```
    ///
    /// It succeeds for an address that nobody has, too. Throws ``SesameCore/AuthError/Code/providerRequired`` when the back
    /// end sends no codes, or none there.
    /// - Parameters:
    ///   - receiver: An address, or a number with its country code, such as +33698765400.
    ///   - language: That of the message, for example `fr`; nil takes the app's.
    public func sendSignInCode(
        to receiver: String, language: String? = nil
    ) async throws(AuthError) -> SentCode {
        try await service.codeService.sendSignInCode(to: receiver, language: language)
    }
}
