public import SesameCore

/// A request for a credential, passed to a ``CredentialSource``.
public struct CredentialRequest: Sendable {
    /// The role that the user has chosen, in apps with roles; nil leaves the choice to the source. ``AuthManager``
    /// itself adds the role to credentials of Apple and Google and to sign-in codes; a source of other credentials must
    /// add it.
    public let role: String?
    /// The purpose of the credential; nil if the request does not come from the manager.
    package let purpose: CredentialPurpose?

    private let issue: @Sendable () async throws(AuthError) -> Nonce

    /// Creates a request with the function that fetches its nonces.
    public init(role: String? = nil, nonce: @escaping @Sendable () async throws(AuthError) -> Nonce) {
        self.init(role: role, purpose: nil, nonce: nonce)
    }

    package init(
        role: String?, purpose: CredentialPurpose?, nonce: @escaping @Sendable () async throws(AuthError) -> Nonce
    ) {
        self.role = role
        self.purpose = purpose
        issue = nonce
    }

    /// Returns a fresh nonce from the server. It is valid for one ID token and for a limited time. A nonce for linking
    /// is valid only for the current session. Call this method once for each ID token.
    public func nonce() async throws(AuthError) -> Nonce {
        try await issue()
    }
}

/// The use for which a credential is requested, which determines the kind of nonce.
public enum CredentialPurpose: Sendable, Hashable, CaseIterable {
    /// A sign-in. A signed-in guest keeps their account.
    case signIn
    /// A sign-in that abandons the account of a signed-in guest.
    case replacingGuest
    /// Linking another sign-in method to the signed-in account.
    case linking
    /// Confirming the signed-in user, for an action that needs a recent sign-in.
    case confirmation
}

extension AuthCredential {
    /// Returns the credential with the role that the user has chosen; unchanged if the role is nil, or if the
    /// credential is neither from Apple or Google nor a sign-in code.
    func choosing(_ role: String?) -> AuthCredential {
        guard let role else { return self }
        return switch self {
        case .google(let idToken, let nonce, _): .google(idToken: idToken, nonce: nonce, role: role)
        case .apple(let idToken, let nonce, _, let code, let name):
            .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: name)
        case .code(let code, let sent, _): .code(code, sent, role: role)
        default: self
        }
    }
}
