public import SesameCore

extension AuthManager {
    /// Sends a sign-in code to an email address or phone number. A sign-in with the code creates the account if needed
    /// and if the app allows it.
    ///
    /// ```swift
    /// let sent = try await auth.sendSignInCode(to: "test.user.1@example.com")
    /// try await auth.signIn(using: sent.typed(Secret("123456")))
    /// ```
    ///
    /// The call also succeeds for an address or number without an account. It throws
    /// ``SesameCore/AuthError/Code/providerRequired`` if the back end sends no codes at all, or no emails or texts,
    /// whichever is needed.
    /// - Parameters:
    ///   - receiver: An email address, or a phone number with its country code, such as +33698765400.
    ///   - language: The language of the message, for example `fr`; nil for the app's.
    public func sendSignInCode(
        to receiver: String, language: String? = nil
    ) async throws(AuthError) -> SentCode {
        try await service.codeService.sendSignInCode(to: receiver, language: language)
    }
}
