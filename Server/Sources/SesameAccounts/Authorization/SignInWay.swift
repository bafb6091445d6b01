import Foundation

/// By which of an account's ways somebody has signed in, for a code that a client brings later.
enum SignInWay: Codable, Sendable {
    /// By a provider's identity.
    case identity(Provider, subject: String)
    /// By an address and its password, at that time in milliseconds since 1970.
    case password(name: String, at: Int64)

    /// The way by which a provider has led somebody to an account.
    init(_ method: SignInMethod, of view: AccountView) throws(StorageError) {
        guard let identity = view.identities.first(where: { SignInMethod($0.provider) == method }) else {
            throw .corrupt("a sign-in without its identity")
        }
        self = .identity(identity.provider, subject: identity.subject)
    }

    var method: SignInMethod {
        switch self {
        case .identity(let provider, _): SignInMethod(provider)
        case .password: .password
        }
    }

    /// Whether it opens the account still: the identity is the account's and in good standing, the password is the same.
    func opens(_ account: Account, _ reader: any StorageReader) throws(StorageError) -> Bool {
        switch self {
        case .identity(let provider, let subject):
            guard let identity = try reader.identity(provider, subject: subject, in: account.app) else { return false }
            return identity.account == account.id && !identity.standing.isDisabled
        case .password(let name, let time):
            guard let login = try reader.login(.email, name: name, in: account.app), login.account == account.id,
                login.password != nil
            else { return false }
            return (login.passwordChangedAt ?? login.createdAt).millisecondsSince1970 <= time
        }
    }
}
