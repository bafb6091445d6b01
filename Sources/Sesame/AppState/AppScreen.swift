import SesameCore

/// The screen that an app shows: sign-in, onboarding, or the app itself.
public enum AppScreen: Sendable, Equatable {
    /// The launch screen, until the state of the session is known. See ``AppState/isWaiting``.
    case launching
    /// The lock screen, while the session cannot be read because the device, or the session's own lock, is locked.
    case locked
    /// The welcome screen of a signed-out app, with the reason: offer the sign-in methods.
    case welcome(SignOutReason)
    /// The registration form for a verified identity without an account.
    case registration(RegistrationForm)
    /// The second-factor form, after a successful first factor.
    case secondFactor(SecondFactorForm)
    /// The loading screen of a signed-in user whose progress is not known yet. See ``AppState/isWaiting``.
    case loading(UserAuthInfo)
    /// The onboarding of a user who has not completed it: show the given step, or the first step if it is nil.
    case onboarding(UserAuthInfo, OnboardingStep?)
    /// The app's own content, for a user who has completed the onboarding.
    case ready(UserAuthInfo)

    /// The user of the loading, onboarding and ready screens; nil for all other screens.
    public var user: UserAuthInfo? {
        switch self {
        case .launching, .locked, .welcome, .registration, .secondFactor: nil
        case .loading(let user), .onboarding(let user, _), .ready(let user): user
        }
    }
}

extension AppScreen: CustomStringConvertible {
    /// The case's name, with no more personal data than the account's id.
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
