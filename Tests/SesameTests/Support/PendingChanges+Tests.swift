import SesameCore

@testable import Sesame

extension PendingChanges {
    /// Adds a draft's changes since it was last saved.
    mutating func add(
        _ draft: ProfileDraft, at step: OnboardingStep? = nil, first: OnboardingStep? = nil, on known: Profile
    ) {
        add(draft.say(), at: step, first: first, current: applied(to: known), known: known.fields)
    }

    /// Processes a profile reported by the server.
    mutating func learn(_ newest: Profile) {
        leaveOut(newest)
        follow(newest.onboarding)
    }
}
