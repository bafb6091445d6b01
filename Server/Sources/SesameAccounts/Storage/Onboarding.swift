/// The state of an account's onboarding.
///
/// The first save starts it, it moves along the app's steps one at a time, and it completes once. Until then the user
/// may always return to earlier steps.
package enum Onboarding: Sendable, Equatable, Codable {
    /// Nothing has been saved yet.
    case notStarted
    /// The user has saved data and continues at the step; nil in apps without steps.
    case inProgress(step: String?)
    /// The app has all required data.
    case completed

    /// The step at which the user continues; nil if there is none.
    package var step: String? {
        if case .inProgress(let step) = self { step } else { nil }
    }
}
