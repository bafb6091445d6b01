/// How a person signed in.
public struct SignInMethod: RawRepresentable, Sendable, Hashable {
    /// The name, as it is stored and as clients read it.
    public let rawValue: String

    /// Takes the name of one of ``own``, or of a provider; nil for what can be neither.
    public init?(rawValue: String) {
        guard Provider(rawValue: rawValue) != nil || Self.own.contains(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// With the provider's ID token.
    public init(_ provider: Provider) {
        rawValue = provider.rawValue
    }

    private init(known name: String) {
        rawValue = name
    }

    /// With Apple's ID token.
    public static let apple = SignInMethod(.apple)
    /// With Google's ID token.
    public static let google = SignInMethod(.google)
    /// As a guest.
    public static let anonymous = SignInMethod(known: "anonymous")
    /// With an address and a password.
    public static let password = SignInMethod(known: "password")
    /// By a link that was mailed.
    public static let emailLink = SignInMethod(known: "email_link")
    /// By a code sent to a phone.
    public static let phone = SignInMethod(known: "phone")
    /// On the word of the app's own back end.
    public static let custom = SignInMethod(known: "custom")

    /// The ways that no provider vouches for.
    public static let own: [SignInMethod] = [.anonymous, .password, .emailLink, .phone, .custom]

    /// The provider who vouched, if one did.
    public var provider: Provider? { Provider(rawValue: rawValue) }
}
