/// The means by which a user signs in, as events and logs report it.
public enum SignInMethod: String, Sendable, CaseIterable {
    /// Sign in with Apple, by Apple's ID token.
    case apple
    /// Sign in with Google, by Google's ID token.
    case google
    /// An email address and a password.
    case password
    /// A guest account.
    case anonymous
    /// The back end's own page in a browser, or a one-time secret that the back end issued for one account.
    case browser
    /// A code sent to an email address or phone number.
    case code
    /// A registration form, after a provider's token matched no account.
    case registration
    /// A second factor, which completes a sign-in after the first credential.
    case secondFactor = "second_factor"
}

/// A sign-in method that is linked to an account and can be removed from it.
public enum LinkedMethod: String, Sendable, CaseIterable {
    /// Sign in with Apple.
    case apple
    /// Sign in with Google.
    case google
    /// An email address and a password.
    case password

    package var method: SignInMethod {
        switch self {
        case .apple: .apple
        case .google: .google
        case .password: .password
        }
    }
}

extension AuthCredential {
    /// The sign-in method for the log. A code of a web sign-in and a one-time secret count as ``SignInMethod/browser``.
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
