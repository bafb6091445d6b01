/// The sign-in methods that an app's views offer, and the roles from which a new user chooses. Apps with their own
/// screens pass a source to ``AppState/signIn(using:role:replacingGuest:)`` directly.
public struct SignInOptions: Sendable {
    /// A sign-in method that needs no form.
    package enum Way: Sendable, Hashable, CaseIterable {
        case apple
        case google
        case guest
    }

    /// The roles that the user chooses from, as the server spells them; the first one is preselected.
    package let roles: [String]
    private let sources: [Way: any CredentialSource]
    private let allowsGuests: Bool
    /// True if the views offer a form with an email address and a password.
    package let allowsPasswords: Bool
    /// The kinds of addresses to which the views offer to send sign-in codes; nil if the app offers no codes.
    package let codeReceivers: CodeForm.Receivers?

    /// Creates options with the given sources; a method without a source is not offered.
    ///
    /// The back end must allow the methods that the views offer.
    /// - Parameters:
    ///   - allowsPasswords: True to have the views offer a form with an email address and a password.
    ///   - allowsMailedCodes: True to have the views offer a code by email.
    ///   - allowsTextedCodes: True to have the views offer a code by text.
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

    /// The offered sign-in methods that need no form, in the order in which they are shown.
    package var ways: [Way] {
        Way.allCases.filter { sources[$0] != nil || ($0 == .guest && allowsGuests) }
    }

    /// The offered methods whose credentials can be linked to a guest's account, so that the guest keeps it.
    package var waysKeepingGuests: [Way] {
        ways.filter { sources[$0]?.keepsGuest == true }
    }

    /// Returns the offered methods that are linked to the user's account and can therefore confirm an action.
    package func ways(confirming user: UserAuthInfo) -> [Way] {
        ways.filter { way in way.method.map { user.providers.contains($0.rawValue) } == true }
    }

    /// Returns the credential source of a method; nil for guests, and for a method that is not offered.
    package func source(for way: Way) -> (any CredentialSource)? {
        sources[way]
    }
}

extension SignInOptions.Way {
    /// The sign-in method as it is linked to an account; nil for guests.
    fileprivate var method: LinkedMethod? {
        switch self {
        case .apple: .apple
        case .google: .google
        case .guest: nil
        }
    }
}
