/// The method of a sign-in.
package struct SignInMethod: RawRepresentable, Sendable, Hashable {
    /// The name, as stored and as read by clients.
    package let rawValue: String

    /// Creates a method from the name of one of ``own`` or of a provider; returns nil for any other name.
    package init?(rawValue: String) {
        guard Provider(rawValue: rawValue) != nil || Self.own.contains(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// Creates the method of signing in with the provider's ID token.
    package init(_ provider: Provider) {
        rawValue = provider.rawValue
    }

    private init(known name: String) {
        rawValue = name
    }

    /// Sign-in with Apple's ID token.
    package static let apple = SignInMethod(.apple)
    /// Sign-in with Google's ID token.
    package static let google = SignInMethod(.google)
    /// Sign-in as a guest.
    package static let anonymous = SignInMethod(known: "anonymous")
    /// Sign-in with an email address and a password.
    package static let password = SignInMethod(known: "password")
    /// Sign-in by an emailed link.
    package static let emailLink = SignInMethod(known: "email_link")
    /// Sign-in by a code sent to a phone.
    package static let phone = SignInMethod(known: "phone")
    /// Sign-in with a custom token of the app's own back end.
    package static let custom = SignInMethod(known: "custom")

    /// The sign-in methods without a provider.
    package static let own: [SignInMethod] = [.anonymous, .password, .emailLink, .phone, .custom]

    /// The provider that verified the identity; nil for methods without a provider.
    package var provider: Provider? { Provider(rawValue: rawValue) }
}
