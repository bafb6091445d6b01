import SesameCore

/// An event of an app's ``AppFlow``.
enum AppEvent: Sendable {
    /// The session's state is known, or has changed. A repeated event has no effect.
    case session(AuthState)
    /// The store was read, successfully or not.
    case restored
    /// The user's progress was read from the device.
    case cached(OnboardingState, load: Int)
    /// The profile was looked up.
    case loaded(ProfileLookupResult, load: Int)
    /// The profile shows that the user has moved forward or back. This has no effect outside the onboarding.
    case progressed(OnboardingProgress)
    /// The app came to the foreground, the device was unlocked, or the user retried.
    case retried
    /// The user wants to sign in, register, enter a second factor, change the account, or delete it.
    case began(AppActivity.Kind)
    /// The operation that the user started has ended, with an error or successfully.
    case ended(AuthError?, number: Int)
    /// The user wants to sign out.
    case signedOut
    /// The app itself found the signed-in user's profile, and it is complete.
    case authenticated(uid: String)
    /// The app restarts the onboarding of a user who has completed it.
    case onboardingStarted
    /// The user reached that step.
    case onboardingStepped(to: OnboardingStep)
    /// The complete profile was saved.
    case onboardingCompleted
    /// A field was filled in, or another page of the form is shown.
    case registrationFilled(RegistrationForm)
    /// The user canceled the form.
    case registrationCancelled
    /// A code was typed, or another factor was chosen.
    case secondFactorFilled(SecondFactorForm)
    /// The user canceled the second step of the sign-in, or the confirmation.
    case secondFactorCancelled
    /// The user has to confirm the action that they started, with the form or, without one, with a sign-in method.
    case proofWanted(AccountAct, SecondFactorForm?, number: Int)
    /// The user has confirmed the action, and it continues.
    case proved(number: Int)
    /// An action of the user had an outcome.
    case brought(AccountOutcome, number: Int)
    /// The user dismissed the outcome.
    case outcomeDismissed
    /// The user dismissed the problem.
    case problemDismissed
    /// The account was deleted.
    case deleted(AccountDeletion)
    /// The user dismissed the steps that remain after the deletion.
    case deletionDismissed
}

/// An effect that ``AppFlow`` requests.
enum AppEffect: Sendable, Equatable {
    /// Read the session's store, then send ``AppEvent/restored``.
    case restore
    /// Read the state that the device stores, and send ``AppEvent/cached(_:load:)`` if it is found.
    case readCache(uid: String, load: Int)
    /// Look up the profile and send ``AppEvent/loaded(_:load:)``.
    case load(UserAuthInfo, load: Int)
    /// Store the user's progress for the next launch.
    case remember(OnboardingState, uid: String)
    /// Carry out the activity and send ``AppEvent/ended(_:number:)``, also if it fails.
    case run(AppActivity)
    /// Sign out.
    case signOut
}

/// A running operation that the user started. Buttons wait for it.
struct AppActivity: Sendable, Equatable {
    /// The kind of an operation.
    enum Kind: Sendable, Equatable, CaseIterable {
        /// A sign-in.
        case signIn
        /// Submitting the registration form.
        case signUp
        /// Submitting a second factor.
        case secondFactor
        /// Sending a second-factor code to a phone.
        case secondFactorText
        /// Linking another sign-in method, or resolving a conflict.
        case upgrade
        /// Sending an email, to reset the password or to verify an address.
        case mail
        /// Changing the account, for example its password, or ending a session.
        case change
        /// Deleting the account.
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

    /// The kind of the operation.
    let kind: Kind
    /// The operation's number, so that the late end of an earlier one has no effect.
    let number: Int
}
