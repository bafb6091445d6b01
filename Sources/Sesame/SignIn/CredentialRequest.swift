public import SesameCore

/// A wish for a credential, handed to a ``CredentialSource``.
public struct CredentialRequest: Sendable {
    /// The role that the person chose before, in apps with roles; nil leaves it to the source. ``AuthManager`` adds it to
    /// a provider's token by itself: a source that opens a page, or has a role of its own, looks at it.
    public let role: String?
    /// The use of the credential, where the manager has said it.
    package let purpose: CredentialPurpose?

    private let issue: @Sendable () async throws(AuthError) -> Nonce

    /// A request whose nonces come from the function.
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

    /// A fresh nonce of the server, good for one credential within its time, and for nothing but what is asked for. Ask
    /// once for each ID token that is to be made.
    public func nonce() async throws(AuthError) -> Nonce {
        try await issue()
    }
}

/// The use of a credential.
public enum CredentialPurpose: Sendable, Hashable, CaseIterable {
    /// Signs somebody in. A guest who is signed in keeps their account.
    case signIn
    /// Signs somebody in, and leaves the account of a guest who is signed in behind.
    case replacingGuest
    /// Becomes another way to sign in to the account that is signed in.
    case linking
    /// Confirms who is signed in, for what needs a recent sign-in.
    case confirmation
}

extension AuthCredential {
    /// The credential of a person who has chosen that role; nil leaves it as it is.
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
