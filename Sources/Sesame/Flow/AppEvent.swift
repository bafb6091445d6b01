import SesameCore

/// An event of an app's ``AppFlow``.
enum AppEvent: Sendable {
    /// The user of the app is known, or has changed. Repeated, it changes nothing.
    case session(AuthState)
    /// The store has been read, with whatever result.
    case restored
    /// The device remembers how far the person had come.
    case cached(OnboardingState, load: Int)
    /// The profile was looked up.
    case loaded(ProfileAnswer, load: Int)
    /// The person has come further, or back, as their profile says. It moves nobody who is not in the onboarding.
    case progressed(ProfileProgress)
    /// The app came to the foreground, the device was unlocked, or the person wants another try.
    case retried
    /// The person wants to sign in, register, show a second factor, change what the account has, or delete it.
    case began(AppActivity.Kind)
    /// The operation that the user started is over: with an error, or done.
    case ended(AuthError?, number: Int)
    /// The person wants to sign out.
    case signedOut
    /// The app itself has found the profile of the person who is signed in, and it is complete.
    case authenticated(uid: String)
    /// The app wants a person who is known to have finished to go through the onboarding again.
    case onboardingStarted
    /// The person has come to that step.
    case onboardingStepped(to: OnboardingStep)
    /// The profile has been saved in full.
    case onboardingCompleted
    /// Something has been filled in, or another page of the form is shown.
    case registrationFilled(RegistrationForm)
    /// The person gave the form up.
    case registrationCancelled
    /// Something has been typed, or another factor was chosen.
    case secondFactorFilled(SecondFactorForm)
    /// The person gave the second step of the sign-in, or the confirmation, up.
    case secondFactorCancelled
    /// The person has to confirm what they had set going: by that form, or by what they sign in with.
    case proofWanted(AccountAct, SecondFactorForm?, number: Int)
    /// The person has proved who they are, and what they had set going goes on.
    case proved(number: Int)
    /// An act of the person has brought something.
    case brought(AccountOutcome, number: Int)
    /// The person is done with what it has brought.
    case outcomeDismissed
    /// The person has seen what went wrong.
    case problemDismissed
    /// The account has been deleted.
    case deleted(AccountDeletion)
    /// The person has seen what the deletion leaves to them.
    case deletionDismissed
}

/// An effect that ``AppFlow`` asks for.
enum AppEffect: Sendable, Equatable {
    /// Read the session's store, then say ``AppEvent/restored``.
    case restore
    /// Look up what the device remembers, and answer with ``AppEvent/cached(_:load:)`` if there is something.
    case readCache(uid: String, load: Int)
    /// Look up the profile and answer with ``AppEvent/loaded(_:load:)``.
    case load(UserAuthInfo, load: Int)
    /// Keep for the next launch how far that person has come.
    case remember(OnboardingState, uid: String)
    /// Carry the activity out and answer with ``AppEvent/ended(_:number:)``, whatever comes of it.
    case run(AppActivity)
    /// Sign out.
    case signOut
}

/// Something that a person has set going and that takes a while: buttons wait for it.
struct AppActivity: Sendable, Equatable {
    /// The kind.
    enum Kind: Sendable, Equatable, CaseIterable {
        /// A sign-in.
        case signIn
        /// Sending the registration form.
        case signUp
        /// Showing the second factor.
        case secondFactor
        /// Having a code for it sent to a phone.
        case secondFactorText
        /// Linking another way to sign in, or settling what stands in its way.
        case upgrade
        /// Having a mail sent: to choose another password by, or to verify an address.
        case mail
        /// Changing something about the account: its password, a way to sign in less, a session less.
        case change
        /// Deleting the account.
        case deletion

        /// True if somebody may be signed in by it: who links a password with ``SesameCore/ConflictPolicy/switch`` signs in to the
        /// account that has it. A ticket that came with anything else would sign in whosever it is, and leave undone what
        /// was going on.
        var canSignIn: Bool {
            switch self {
            case .signIn, .signUp, .secondFactor, .upgrade: true
            case .secondFactorText, .mail, .change, .deletion: false
            }
        }
    }

    /// The kind.
    let kind: Kind
    /// Which one it is, so that a late end of another one changes nothing.
    let number: Int
}
