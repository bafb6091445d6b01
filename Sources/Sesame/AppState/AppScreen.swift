import SesameCore

/// A screen of sign-in and onboarding.
public enum AppScreen: Sendable, Equatable {
    /// The launch screen, until the state of the session is known. See ``AppState/isWaiting``.
    case launching
    /// The screen of a locked device, which cannot read the session until it is unlocked.
    case locked
    /// The welcome screen of a signed-out app, with the reason: offer the sign-in methods.
    case welcome(SignOutReason)
    /// The registration form for a verified identity without an account.
    case registration(RegistrationForm)
    /// The second-factor form, after a successful first factor.
    case secondFactor(SecondFactorForm)
    /// The loading screen of a signed-in user whose progress is not known yet. See ``AppState/isWaiting``.
    case loading(UserAuthInfo)
    /// The onboarding of a user who has not completed it: show that step, or the first one.
    case onboarding(UserAuthInfo, OnboardingStep?)
    /// The app itself.
    case ready(UserAuthInfo)

    /// The signed-in user; nil if the screen does not concern one.
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
