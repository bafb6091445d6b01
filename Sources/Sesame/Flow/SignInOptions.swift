/// The ways to sign in that an app offers, and what its login page asks before.
public struct SignInOptions: Sendable {
    /// One of the ways.
    public enum Way: Sendable, Hashable, CaseIterable {
        /// With Apple.
        case apple
        /// With Google.
        case google
        /// Without an account.
        case guest
    }

    /// The roles that the person chooses from, as the server spells them; the first one is chosen beforehand.
    public let roles: [String]
    private let sources: [Way: any CredentialSource]
    private let allowsGuests: Bool
    /// True if people sign in with an address and a password, too, in a form of the views.
    package let allowsPasswords: Bool

    /// Options of the given sources; a way without a source is not offered.
    /// - Parameter allowsPasswords: True to have the views offer a form with an address and a password. The back end
    ///   takes them, too, or refuses.
    public init(
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil, allowsGuests: Bool = false,
        allowsPasswords: Bool = false, roles: [String] = []
    ) {
        var sources: [Way: any CredentialSource] = [:]
        sources[.apple] = apple
        sources[.google] = google
        self.sources = sources
        self.allowsGuests = allowsGuests
        self.allowsPasswords = allowsPasswords
        self.roles = roles
    }

    /// The ways to sign in, in the order in which they are shown.
    public var ways: [Way] {
        Way.allCases.filter { sources[$0] != nil || ($0 == .guest && allowsGuests) }
    }

    /// The ways by which a guest can become a person and keep the account.
    package var waysKeepingGuests: [Way] {
        ways.filter { sources[$0]?.keepsGuest == true }
    }

    /// The ways by which this person can prove again that it is them.
    public func ways(confirming user: UserAuthInfo) -> [Way] {
        ways.filter { way in way.method.map { user.providers.contains($0.rawValue) } == true }
    }

    /// The source of a way; nil for guests.
    public func source(for way: Way) -> (any CredentialSource)? {
        sources[way]
    }
}

extension SignInOptions.Way {
    /// The same as an account has it; nil for guests.
    fileprivate var method: LinkedMethod? {
        switch self {
        case .apple: .apple
        case .google: .google
        case .guest: nil
        }
    }
}
