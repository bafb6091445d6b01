public import SesameCore

/// A source of a user's credentials: a system's sheet, a browser or a form.
public protocol CredentialSource: Sendable {
    /// The sign-in method of this source, for the log; nil if it is not known in advance.
    var method: SignInMethod? { get }

    /// True if the source's credentials can be linked to a guest's account. If false, they only sign in to their own
    /// account, so a guest uses the source only to abandon the guest account.
    var keepsGuest: Bool { get }

    /// Gets a credential from the user. Throws ``SesameCore/AuthError/Code/cancelled`` if they cancel.
    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential
}

extension CredentialSource {
    /// The default: nil, a method that is not known in advance.
    public var method: SignInMethod? { nil }

    /// The default, true: a provider's ID token can be linked.
    public var keepsGuest: Bool { true }
}
