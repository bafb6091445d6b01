public import Sesame
public import SesameCore

/// A simulated sign-in sheet of Apple, which gets its responses from a function, to test Sign in with Apple on any
/// system.
///
/// Like `AppleSheetSource`, it requests the token with the nonce's hash, and passes only the requested data on to the
/// server.
public struct SimulatedAppleSheet: CredentialSource {
    /// The response of Apple's sheet.
    public struct Answer: Sendable {
        /// The ID token; if nil, the sign-in fails with ``SesameCore/AuthError/Code/providerUnavailable``.
        public var idToken: Secret?
        /// The authorization code, with which the server can revoke the consent when the account is deleted.
        public var authorizationCode: Secret?
        /// The name, which Apple provides only at the first consent.
        public var name: PersonName?

        /// Creates a response, by default without an authorization code and a name.
        public init(idToken: Secret?, authorizationCode: Secret? = nil, name: PersonName? = nil) {
            self.idToken = idToken
            self.authorizationCode = authorizationCode
            self.name = name
        }
    }

    private let scopes: AppleScopes
    private let role: String?
    private let answer: @Sendable (_ nonceHash: String) async throws(AuthError) -> Answer

    /// Creates a sheet that gets its responses from a function.
    ///
    /// - Parameters:
    ///   - scopes: The personal data to request.
    ///   - role: The role that the user has chosen, in apps with roles.
    ///   - answer: Returns the response. It receives the value of the token's `nonce`: the nonce's SHA-256 in
    ///     hexadecimal.
    public init(
        asking scopes: AppleScopes = .nameAndEmail, role: String? = nil,
        answer: @escaping @Sendable (_ nonceHash: String) async throws(AuthError) -> Answer
    ) {
        self.scopes = scopes
        self.role = role
        self.answer = answer
    }

    /// The sign-in method: Apple.
    public var method: SignInMethod? { .apple }

    /// Calls the function for the sheet's response, and returns its credential. Throws
    /// ``SesameCore/AuthError/Code/providerUnavailable`` if the response has no ID token.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let attempt = AppleSheetRequest(scopes, nonce: try await request.nonce(), role: request.role ?? role)
        let answer = try await answer(attempt.nonceHash)
        return try attempt.credential(
            from: AppleIDCredential(
                identityToken: answer.idToken.map { Array($0.exposed.utf8) },
                authorizationCode: answer.authorizationCode.map { Array($0.exposed.utf8) }, state: attempt.state,
                givenName: answer.name?.givenName, familyName: answer.name?.familyName))
    }
}

extension SimulatedAppleSheet.Answer: Redacted {}
