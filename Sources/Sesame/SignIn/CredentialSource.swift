public import SesameCore

/// A way to get a credential from a person: a system's sheet, a browser, a form.
public protocol CredentialSource: Sendable {
    /// How the person signs in by this source, for the log.
    var method: SignInMethod? { get }

    /// False if what the source brings signs in to an account of its own and can be linked to no other. A guest does
    /// not sign in by such a source, unless their account is to be left behind.
    var keepsGuest: Bool { get }

    /// Asks the person. Throws ``SesameCore/AuthError/Code/cancelled`` when they give up.
    ///
    /// `nonces` asks the server for a nonce, once for each ID token that is to be made.
    func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential

    /// The same source for a person who has chosen that role, in apps with roles; nil for none.
    func choosing(role: String?) -> any CredentialSource
}

extension CredentialSource {
    /// Not known beforehand.
    public var method: SignInMethod? { nil }

    /// True: a provider's ID token can be linked.
    public var keepsGuest: Bool { true }

    /// The role goes with the provider's token.
    public func choosing(role: String?) -> any CredentialSource {
        ChosenRole(source: self, role: role)
    }
}

/// A source of a person who has chosen a role.
private struct ChosenRole: CredentialSource {
    let source: any CredentialSource
    let role: String?

    var method: SignInMethod? { source.method }
    var keepsGuest: Bool { source.keepsGuest }

    func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential {
        switch try await source.credential(nonces: nonces) {
        case .google(let idToken, let nonce, _): .google(idToken: idToken, nonce: nonce, role: role)
        case .apple(let idToken, let nonce, _, let code, let name):
            .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: name)
        case let other: other
        }
    }

    func choosing(role: String?) -> any CredentialSource {
        ChosenRole(source: source, role: role)
    }
}

/// Where a credential source gets its nonce from.
public struct NonceSource: Sendable {
    private let issue: @Sendable () async throws(AuthError) -> Nonce

    /// A source of the given function.
    public init(_ issue: @escaping @Sendable () async throws(AuthError) -> Nonce) {
        self.issue = issue
    }

    /// A fresh nonce, good for one sign-in within its time.
    public func next() async throws(AuthError) -> Nonce {
        try await issue()
    }
}
