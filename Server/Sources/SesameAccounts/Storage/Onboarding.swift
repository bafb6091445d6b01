/// The state of an account's onboarding.
///
/// The user's first change of the profile starts the onboarding, unless the account was created with a completed
/// onboarding. The onboarding moves forward one step of the app at a time, and may return to earlier steps until it is
/// completed. Completion is final.
package enum Onboarding: Sendable, Equatable, Codable {
    /// The user has not changed the profile yet.
    case notStarted
    /// The user has saved data and continues at the step, which is nil in apps without steps.
    case inProgress(step: String?)
    /// The user has completed the onboarding, or the new account needed none, for example in an app without steps and
    /// required fields.
    case completed

    /// The step at which the user continues; nil if there is none.
    package var step: String? {
        if case .inProgress(let step) = self { step } else { nil }
    }
}
