import SesameCore

@testable import Sesame

extension PendingChanges {
    /// Adds what a draft changes since it was saved last.
    mutating func add(
        _ draft: ProfileDraft, at step: OnboardingStep? = nil, first: OnboardingStep? = nil, on known: Profile
    ) {
        add(draft.say(), at: step, first: first, current: applied(to: known), known: known.fields)
    }

    /// Takes in what the server says of the profile.
    mutating func learn(_ newest: Profile) {
        leaveOut(newest)
        follow(newest.onboarding)
    }
}
