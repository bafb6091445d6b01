import SesameCore

/// A screen of sign-in and onboarding.
public enum AppScreen: Sendable, Equatable {
    /// Nothing is known yet. See ``AppState/isWaiting``.
    case launching
    /// The device keeps the session locked away until it is unlocked.
    case locked
    /// Nobody is signed in, for that reason: offer the ways to sign in.
    case welcome(SignOutReason)
    /// The identity is proved and has no account: show the form.
    case registration(RegistrationForm)
    /// The first proof was right, and the account asks for a second factor: show the form.
    case secondFactor(SecondFactorForm)
    /// Somebody is signed in, and it is not known yet how far they have come. See ``AppState/isWaiting``.
    case loading(UserAuthInfo)
    /// The person is new or has not finished: show that step, or the first one.
    case onboarding(UserAuthInfo, OnboardingStep?)
    /// The app itself.
    case ready(UserAuthInfo)

    /// The signed-in user, where the screen is about them.
    public var user: UserAuthInfo? {
        switch self {
        case .launching, .locked, .welcome, .registration, .secondFactor: nil
        case .loading(let user), .onboarding(let user, _), .ready(let user): user
        }
    }
}

extension AppScreen: CustomStringConvertible {
    /// The case's name with what identifies no more than an account.
    public var description: String {
        switch self {
        case .launching: "launching"
        case .locked: "locked"
        case .welcome(let reason): "welcome(\(reason))"
        case .registration(let form): "registration(page \(form.page))"
        case .secondFactor(let form): "secondFactor(\(form.factors.count) factors)"
        case .loading(let user): "loading(\(user.uid))"
        case .onboarding(let user, let step): "onboarding(\(user.uid), \(step?.rawValue ?? "first step"))"
        case .ready(let user): "ready(\(user.uid))"
        }
    }
}
