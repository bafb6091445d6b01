public import Sesame

/// Sign in with Apple that hands on the proof and nothing about the person.
///
/// The sheet is to ask for nothing; what an earlier version of the app had asked for may come along all the same, and
/// ends here. Who the person is says Apple's token, verified by the server: no id and no password is made from it.
public struct AppleSignInService: CredentialSource {
    private let sheet: any CredentialSource

    /// The service over Apple's sheet.
    public init(_ sheet: some CredentialSource) {
        self.sheet = sheet
    }

    /// With Apple.
    public var method: SignInMethod? { .apple }

    /// As the sheet says.
    public var keepsGuest: Bool { sheet.keepsGuest }

    /// Shows the sheet.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let credential = try await sheet.credential(for: request)
        guard case .apple(let idToken, let nonce, let role, let code, _) = credential else { return credential }
        return .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: nil)
    }
}
