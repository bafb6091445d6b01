public import Sesame
public import SesameCore

/// Apple's sheet as a function: for tests of an app that signs in with Apple, on any system.
///
/// It decides as `AppleSheetSource` does: the token is asked for with the nonce's hash, and of what is not asked for
/// nothing goes to the server.
public struct SimulatedAppleSheet: CredentialSource {
    /// The answer of Apple's sheet.
    public struct Answer: Sendable {
        /// The ID token; without one the sign-in fails with ``SesameCore/AuthError/Code/providerUnavailable``.
        public var idToken: Secret?
        /// The authorization code, by which the server can take the consent back at a deletion.
        public var authorizationCode: Secret?
        /// The name, which Apple gives at the first consent only.
        public var name: PersonName?

        /// Makes the answer.
        public init(idToken: Secret?, authorizationCode: Secret? = nil, name: PersonName? = nil) {
            self.idToken = idToken
            self.authorizationCode = authorizationCode
            self.name = name
        }
    }

    private let scopes: AppleScopes
    private let role: String?
    private let answer: @Sendable (_ nonceHash: String) async throws(AuthError) -> Answer

    /// A sheet.
    /// - Parameters:
    ///   - scopes: The request for more than the proof.
    ///   - role: The role that the person has chosen, in apps with roles.
    ///   - answer: Called with what the token's `nonce` is to be: the nonce's SHA-256 in hexadecimal.
    public init(
        asking scopes: AppleScopes = .nameAndEmail, role: String? = nil,
        answer: @escaping @Sendable (_ nonceHash: String) async throws(AuthError) -> Answer
    ) {
        self.scopes = scopes
        self.role = role
        self.answer = answer
    }

    /// With Apple.
    public var method: SignInMethod? { .apple }

    /// Asks for the answer, and makes the credential of it.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let attempt = AppleSheetAttempt(scopes, nonce: try await request.nonce(), role: request.role ?? role)
        let answer = try await answer(attempt.nonceHash)
        return try attempt.credential(
            from: AppleSheetAnswer(
                identityToken: answer.idToken.map { Array($0.exposed.utf8) },
                authorizationCode: answer.authorizationCode.map { Array($0.exposed.utf8) }, state: attempt.state,
                givenName: answer.name?.givenName, familyName: answer.name?.familyName))
    }
}

extension SimulatedAppleSheet.Answer: Redacted {}
