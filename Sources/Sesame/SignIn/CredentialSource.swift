public import SesameCore

/// A way to get a credential from a person: a system's sheet, a browser, a form.
public protocol CredentialSource: Sendable {
    /// The sign-in method of this source, for the log.
    var method: SignInMethod? { get }

    /// False if what the source brings signs in to an account of its own and can be linked to no other. A guest does
    /// not sign in by such a source, unless their account is to be left behind.
    var keepsGuest: Bool { get }

    /// Asks the person. Throws ``SesameCore/AuthError/Code/cancelled`` when they give up.
    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential
}

extension CredentialSource {
    /// Not known beforehand.
    public var method: SignInMethod? { nil }

    /// True: a provider's ID token can be linked.
    public var keepsGuest: Bool { true }
}
