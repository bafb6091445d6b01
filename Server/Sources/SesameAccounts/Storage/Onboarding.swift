/// The state of an account's onboarding.
///
/// It goes one way: begun by the first save, along the app's steps one at a time, and completed once. Back to earlier
/// steps is always allowed before that.
package enum Onboarding: Sendable, Equatable, Codable {
    /// Nothing has been saved yet.
    case notStarted
    /// Something has been saved, and the person goes on at the step; nil in apps without steps.
    case inProgress(step: String?)
    /// The app has all that it requires.
    case completed

    /// The step at which the person goes on, if there is one.
    package var step: String? {
        if case .inProgress(let step) = self { step } else { nil }
    }
}
