public import Foundation
public import Observation
public import Sesame

/// The pages of the onboarding: one form, saved page by page.
///
/// The app's state selects the page, also after the app was killed: `AppScreen.onboarding` has the step.
@MainActor @Observable public final class OnboardingModel {
    /// The pages in order, as in `app.json`.
    public nonisolated static let steps = OnboardingSteps("aboutYou", "goals", "relationship", "questions")

    /// The entered values of all pages.
    public var draft: ProfileDraft
    /// The missing required fields, after an attempt to complete the onboarding without them.
    public private(set) var missing: [String] = []
    /// The error of the last save; nil if the page was saved, or queued on the device without a network.
    public private(set) var problem: AuthError?

    @ObservationIgnored private let service: FirebaseService

    /// Creates the form with the values that the user entered before. A new user's form starts with the device's
    /// language.
    public init(_ service: FirebaseService, locale: Locale = .current) async throws(AuthError) {
        self.service = service
        draft = try await service.makeDraft()
        let isNew = draft.base.onboarding.state == .notStarted || draft[.languageCode] == nil
        if isNew, let language = locale.language.languageCode { draft[.languageCode] = language.identifier }
    }

    /// Saves the page, and moves to the next one, or into the app after the last one.
    public func proceed(from step: OnboardingStep?) async {
        await save { () async throws(AuthError) in
            if let next = Self.steps.next(after: step) {
                try await service.savePartialUserData(draft, at: next)
            } else {
                try await service.saveUserData(draft)
            }
        }
    }

    /// Saves the page, and moves to the previous one.
    public func goBack(from step: OnboardingStep?) async {
        guard let previous = Self.steps.previous(to: step) else { return }
        await save { () async throws(AuthError) in try await service.savePartialUserData(draft, at: previous) }
    }

    private func save(_ body: () async throws(AuthError) -> Void) async {
        (missing, problem) = ([], nil)
        do throws(AuthError) {
            try await body()
        } catch {
            if error.code == .profileIncomplete { missing = error.fields }
            problem = error
        }
    }
}
