/// How a person signed in.
public enum SignInMethod: String, Sendable, CaseIterable {
    /// With Apple's ID token.
    case apple
    /// With Google's ID token.
    case google
    /// As a guest.
    case anonymous
    /// With an address and a password.
    case password
    /// By a link that was mailed.
    case emailLink = "email_link"
    /// By a code sent to a phone.
    case phone
    /// On the word of the app's own back end.
    case custom

    init(_ provider: Provider) {
        switch provider {
        case .apple: self = .apple
        case .google: self = .google
        }
    }
}
