import Sesame
import SesameUI
import SwiftUI

// snippet.pages
/// The pages of an onboarding with one field each.
struct OnboardingPages: View {
    let state: AppState
    let profiles: ProfileStore
    let steps: OnboardingSteps
    let stored: OnboardingStep?
    @State private var text = ""

    var body: some View {
        OnboardingContainer(state, at: stored, steps: steps, save: save) { step in
            TextField(step.rawValue, text: $text)
        }
    }

    private func save(_ step: OnboardingStep) async -> Bool {
        do throws(AuthError) {
            var draft = try await profiles.draft()
            draft[.string(step.rawValue)] = text
            if let next = steps.next(after: step) {
                try await profiles.save(draft, at: next)
            } else {
                try await profiles.complete(draft)
            }
            text = ""
            return true
        } catch {
            return false  // the page stays; show what `error` says
        }
    }
}
// snippet.end
