import Foundation

/// The sign-in method used for a browser's sign-in or link, stored with the authorization code or token that a client
/// redeems later.
enum UsedAuthenticationMethod: Codable, Sendable {
    /// An identity at a provider, with the subject in its stored form.
    case identity(Provider, subject: String)
    /// An email address with a password.
    case password(name: String)

    /// Creates the value for a sign-in with a provider; throws if the account has no identity of the provider.
    init(_ method: AuthenticationMethod, of view: AccountRecord) throws(StorageError) {
        guard let identity = view.identities.first(where: { AuthenticationMethod($0.provider) == method }) else {
            throw .corrupt("the identity of a sign-in is missing")
        }
        self = .identity(identity.provider, subject: identity.subject)
    }

    var method: AuthenticationMethod {
        switch self {
        case .identity(let provider, _): AuthenticationMethod(provider)
        case .password: .password
        }
    }

    /// Returns true if the account still has this sign-in method: the identity, not disabled by its provider, or the
    /// address with a password. An ``AccountMark`` tells whether the password was changed.
    func opens(_ account: Account, _ reader: any StorageReader) throws(StorageError) -> Bool {
        switch self {
        case .identity(let provider, let subject):
            guard let identity = try reader.identity(provider, subject: subject, in: account.app) else { return false }
            return identity.account == account.id && !identity.status.isDisabled
        case .password(let name):
            guard let login = try reader.login(.email, name: name, in: account.app) else { return false }
            return login.account == account.id && login.password != nil
        }
    }
}
