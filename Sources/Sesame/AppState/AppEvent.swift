import SesameCore

/// An event to which an ``AppFlow`` reacts: of the session, of the profile, or an action of the user.
enum AppEvent: Sendable {
    /// The session's state is known, or has changed. A repeated event has no effect.
    case session(AuthState)
    /// The session store was read, successfully or not.
    case restored
    /// The user's onboarding state was read from the device.
    case cached(OnboardingState, load: Int)
    /// The profile lookup has ended. The result of an earlier load has no effect.
    case loaded(ProfileLookupResult, load: Int)
    /// The profile shows that the user has moved forward or back. The event has no effect outside the onboarding, or
    /// while a completed onboarding is repeated.
    case progressed(OnboardingProgress)
    /// The app came to the foreground, the device was unlocked, or the user retried.
    case retried
    /// The user starts an operation, for example a sign-in. The event has no effect while another operation runs.
    case began(AppActivity.Kind)
    /// The operation that the user started has ended; the error is nil if it succeeded.
    case ended(AuthError?, number: Int)
    /// The user wants to sign out.
    case signedOut
    /// The app itself found the signed-in user's profile, and it is complete.
    case authenticated(uid: String)
    /// The app restarts the onboarding of a user who has completed it.
    case onboardingStarted
    /// The user reached a step of the onboarding.
    case onboardingStepped(to: OnboardingStep)
    /// The onboarding was completed, and the complete profile was saved.
    case onboardingCompleted
    /// The user filled in a field of the registration form, or went to another page of it.
    case registrationFilled(RegistrationForm)
    /// The user canceled the registration form.
    case registrationCancelled
    /// The user typed a code in the second-factor form, or chose another factor.
    case secondFactorFilled(SecondFactorForm)
    /// The user canceled the second factor of a sign-in or of a confirmation.
    case secondFactorCancelled
    /// The server wants the user to confirm the action that they started: with the form, or with a sign-in method if
    /// the form is nil.
    case proofWanted(AccountAct, SecondFactorForm?, number: Int)
    /// The user has confirmed the action, and it continues.
    case proved(number: Int)
    /// An action produced an outcome to show, such as new recovery codes.
    case brought(AccountOutcome, number: Int)
    /// The user dismissed the outcome of an action.
    case outcomeDismissed
    /// The user dismissed the error message.
    case problemDismissed
    /// The account was deleted. The value lists the steps that remain for the user.
    case deleted(AccountDeletion)
    /// The user dismissed the steps that remain after the deletion.
    case deletionDismissed
}

/// An effect that ``AppFlow`` requests in reaction to an event.
enum AppEffect: Sendable, Equatable {
    /// Read the session's store, then send ``AppEvent/restored``.
    case restore
    /// Read the onboarding state that the device stores, and send ``AppEvent/cached(_:load:)`` if it is found.
    case readCache(uid: String, load: Int)
    /// Look up the profile and send ``AppEvent/loaded(_:load:)``.
    case load(UserAuthInfo, load: Int)
    /// Store the user's onboarding state for the next launch.
    case remember(OnboardingState, uid: String)
    /// Carry out the activity and send ``AppEvent/ended(_:number:)``, also if it fails.
    case run(AppActivity)
    case signOut
}

/// A running operation that the user started. No other operation starts until it ends.
struct AppActivity: Sendable, Equatable {
    enum Kind: Sendable, Equatable, CaseIterable {
        case signIn
        /// Submitting the registration form.
        case signUp
        /// Submitting a second factor.
        case secondFactor
        /// Sending a second-factor code to a phone.
        case secondFactorText
        /// Linking another sign-in method, or resolving a conflict.
        case upgrade
        /// Sending a message: an email to reset the password or to verify an address, or a sign-in code by email or
        /// text.
        case mail
        /// Changing the account, for example its password, or ending a session.
        case change
        case deletion

        /// True if the operation can sign a user in. Linking a password with ``SesameCore/ConflictPolicy/switch``, for
        /// example, signs in to the account that has it. A ticket from any other operation is not redeemed, because it
        /// could sign in to another account and would abandon the operation.
        var canSignIn: Bool {
            switch self {
            case .signIn, .signUp, .secondFactor, .upgrade: true
            case .secondFactorText, .mail, .change, .deletion: false
            }
        }
    }

    let kind: Kind
    /// The operation's number, so that the late end of an earlier one has no effect.
    let number: Int
}
