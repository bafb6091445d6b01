/// The method of a sign-in.
package struct SignInMethod: RawRepresentable, Sendable, Hashable {
    /// The name, as it is stored and as clients read it.
    package let rawValue: String

    /// Takes the name of one of ``own``, or of a provider; nil for what can be neither.
    package init?(rawValue: String) {
        guard Provider(rawValue: rawValue) != nil || Self.own.contains(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// With the provider's ID token.
    package init(_ provider: Provider) {
        rawValue = provider.rawValue
    }

    private init(known name: String) {
        rawValue = name
    }

    /// With Apple's ID token.
    package static let apple = SignInMethod(.apple)
    /// With Google's ID token.
    package static let google = SignInMethod(.google)
    /// As a guest.
    package static let anonymous = SignInMethod(known: "anonymous")
    /// With an address and a password.
    package static let password = SignInMethod(known: "password")
    /// By a link that was mailed.
    package static let emailLink = SignInMethod(known: "email_link")
    /// By a code sent to a phone.
    package static let phone = SignInMethod(known: "phone")
    /// On the word of the app's own back end.
    package static let custom = SignInMethod(known: "custom")

    /// The ways that no provider vouches for.
    package static let own: [SignInMethod] = [.anonymous, .password, .emailLink, .phone, .custom]

    /// The provider who vouched, if one did.
    package var provider: Provider? { Provider(rawValue: rawValue) }
}
