public import SesameCore

/// A source of a user's credentials: a system's sheet, a browser or a form.
public protocol CredentialSource: Sendable {
    /// The sign-in method of this source, for the log.
    var method: SignInMethod? { get }

    /// True if the source's credentials can be linked to a guest's account. If false, they sign in to their own account
    /// only, and a guest does not use the source unless their account is to be abandoned.
    var keepsGuest: Bool { get }

    /// Gets a credential from the user. Throws ``SesameCore/AuthError/Code/cancelled`` if they cancel.
    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential
}

extension CredentialSource {
    /// The default: a method that is not known in advance.
    public var method: SignInMethod? { nil }

    /// The default, true: a provider's ID token can be linked.
    public var keepsGuest: Bool { true }
}
