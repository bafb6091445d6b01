/// A sign-in method: a provider, or one of the server's own methods.
package struct AuthenticationMethod: RawRepresentable, Sendable, Hashable {
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
    package static let apple = AuthenticationMethod(.apple)
    /// Sign-in with Google's ID token.
    package static let google = AuthenticationMethod(.google)
    /// Sign-in as a guest.
    package static let anonymous = AuthenticationMethod(known: "anonymous")
    /// Sign-in with an email address and a password.
    package static let password = AuthenticationMethod(known: "password")
    /// Sign-in with a link or a code that was emailed.
    package static let emailLink = AuthenticationMethod(known: "email_link")
    /// Sign-in with a code that was texted to a phone.
    package static let phone = AuthenticationMethod(known: "phone")
    /// Sign-in with a custom token of the app's own back end.
    package static let custom = AuthenticationMethod(known: "custom")

    /// The sign-in methods without a provider.
    package static let own: [AuthenticationMethod] = [.anonymous, .password, .emailLink, .phone, .custom]

    /// The provider whose ID tokens the user signs in with; nil for the server's own methods.
    package var provider: Provider? { Provider(rawValue: rawValue) }
}
