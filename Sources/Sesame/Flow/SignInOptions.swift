/// The ways to sign in that an app's views offer, and what its login page asks before. Screens of an app's own hand a source to
/// ``AppState/signIn(using:role:replacingGuest:)`` by themselves.
public struct SignInOptions: Sendable {
    /// One of the ways.
    package enum Way: Sendable, Hashable, CaseIterable {
        /// With Apple.
        case apple
        /// With Google.
        case google
        /// Without an account.
        case guest
    }

    /// The roles that the person chooses from, as the server spells them; the first one is chosen beforehand.
    package let roles: [String]
    private let sources: [Way: any CredentialSource]
    private let allowsGuests: Bool
    /// True if people sign in with an address and a password, too, in a form of the views.
    package let allowsPasswords: Bool
    /// The places that codes to sign in with go to, in a form of the views; nil where there are no such codes.
    package let codeReceivers: CodeForm.Receivers?

    /// Options of the given sources; a way without a source is not offered.
    ///
    /// The back end takes what the views offer, too, or refuses.
    /// - Parameters:
    ///   - allowsPasswords: True to have the views offer a form with an address and a password.
    ///   - allowsMailedCodes: True to have the views offer a code to an address.
    ///   - allowsTextedCodes: True to have the views offer a code to a phone's number.
    public init(
        apple: (any CredentialSource)? = nil, google: (any CredentialSource)? = nil, allowsGuests: Bool = false,
        allowsPasswords: Bool = false, allowsMailedCodes: Bool = false, allowsTextedCodes: Bool = false,
        roles: [String] = []
    ) {
        var sources: [Way: any CredentialSource] = [:]
        sources[.apple] = apple
        sources[.google] = google
        self.sources = sources
        self.allowsGuests = allowsGuests
        self.allowsPasswords = allowsPasswords
        codeReceivers = CodeForm.Receivers(emails: allowsMailedCodes, phones: allowsTextedCodes)
        self.roles = roles
    }

    /// The ways to sign in, in the order in which they are shown.
    package var ways: [Way] {
        Way.allCases.filter { sources[$0] != nil || ($0 == .guest && allowsGuests) }
    }

    /// The ways by which a guest can become a person and keep the account.
    package var waysKeepingGuests: [Way] {
        ways.filter { sources[$0]?.keepsGuest == true }
    }

    /// The ways by which this person can prove again that it is them.
    package func ways(confirming user: UserAuthInfo) -> [Way] {
        ways.filter { way in way.method.map { user.providers.contains($0.rawValue) } == true }
    }

    /// The source of a way; nil for guests.
    package func source(for way: Way) -> (any CredentialSource)? {
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
