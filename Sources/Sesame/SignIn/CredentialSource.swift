public import SesameCore

/// A way to get a credential from a person: a system's sheet, a browser, a form.
public protocol CredentialSource: Sendable {
    /// How the person signs in by this source, for the log.
    var method: SignInMethod? { get }

    /// Asks the person. Throws ``SesameCore/AuthError/Code/cancelled`` when they give up.
    ///
    /// `nonces` asks the server for a nonce, once for each ID token that is to be made.
    func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential
}

extension CredentialSource {
    /// Not known beforehand.
    public var method: SignInMethod? { nil }
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
