public import Sesame

/// A source of Sign in with Apple that passes on the credential without personal data.
///
/// The sheet should request no scopes; data requested by an earlier version of the app may still arrive, and is dropped
/// here. Apple's token, verified by the server, identifies the user: no id or password is derived from it.
public struct AppleSignInService: CredentialSource {
    private let sheet: any CredentialSource

    /// Creates the service over Apple's sheet.
    public init(_ sheet: some CredentialSource) {
        self.sheet = sheet
    }

    /// The sign-in method, always Apple.
    public var method: SignInMethod? { .apple }

    /// True if the sheet's credentials can be linked to a guest's account.
    public var keepsGuest: Bool { sheet.keepsGuest }

    /// Shows the sheet, and returns its credential without personal data.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let credential = try await sheet.credential(for: request)
        guard case .apple(let idToken, let nonce, let role, let code, _) = credential else { return credential }
        return .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: nil)
    }
}
