public import SesameCore

extension AuthManager {
    /// Sends a code that signs in the user who types it, and creates their account if the app allows it.
    ///
    /// ```swift
    /// let sent = try await auth.sendSignInCode(to: "test.user.1@example.com")
    /// try await auth.signIn(using: sent.typed(Secret("123456")))
    /// ```
    ///
    /// The call also succeeds for a receiver without an account. It throws
    /// ``SesameCore/AuthError/Code/providerRequired`` if the back end sends no codes, or none to such a receiver.
    /// - Parameters:
    ///   - receiver: An email address, or a phone number with its country code, such as +33698765400.
    ///   - language: The language of the message, for example `fr`; nil for the app's.
    public func sendSignInCode(
        to receiver: String, language: String? = nil
    ) async throws(AuthError) -> SentCode {
        try await service.codeService.sendSignInCode(to: receiver, language: language)
    }
}
