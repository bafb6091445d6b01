/// A sign-in method.
public enum SignInMethod: String, Sendable, CaseIterable {
    /// With Apple's ID token.
    case apple
    /// With Google's ID token.
    case google
    /// With an address and a password.
    case password
    /// As a guest.
    case anonymous
    /// On the back end's own page, in a browser, or by what it has given for one account.
    case browser
    /// By a code that was sent to an address or a number.
    case code
    /// By a registration form, after a provider's token found no account.
    case registration
    /// By a second factor, after a first proof that was not enough.
    case secondFactor = "second_factor"
}

/// A way to sign in that an account has, and that can be taken from it.
public enum LinkedMethod: String, Sendable, CaseIterable {
    /// With Apple.
    case apple
    /// With Google.
    case google
    /// With an address and a password.
    case password

    /// The same, among all that a sign-in may begin with.
    package var method: SignInMethod {
        switch self {
        case .apple: .apple
        case .google: .google
        case .password: .password
        }
    }
}

extension AuthCredential {
    /// The method of the credential.
    package var method: SignInMethod {
        switch self {
        case .google: .google
        case .apple: .apple
        case .password, .passwordRegistration: .password
        case .anonymous: .anonymous
        case .authorizationCode, .oneTimeToken: .browser
        case .code: .code
        case .registration: .registration
        case .secondFactor: .secondFactor
        }
    }
}
