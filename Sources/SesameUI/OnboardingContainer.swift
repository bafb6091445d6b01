#if canImport(SwiftUI)
    import Foundation
    public import Sesame
    public import SesameTexts
    public import SwiftUI

    /// The frame of each onboarding step: its position, the app's own content, and the buttons to continue and to go
    /// back.
    public struct OnboardingContainer<Content: View>: View {
        private let state: AppState
        private let stored: OnboardingStep?
        private let steps: OnboardingSteps
        private let texts: Texts
        private let save: @MainActor (OnboardingStep) async -> Bool
        private let content: (OnboardingStep) -> Content
        @State private var isSaving = false

        /// Creates the frame of the stored step.
        /// - Parameters:
        ///   - stored: The step of ``AppScreen/onboarding(_:_:)``; nil shows the first step.
        ///   - save: Saves the values that the user entered in the step, and at the last step the complete profile.
        ///     Returns false to keep the user at the step.
        ///   - content: The app's view of a step.
        public init(
            _ state: AppState, at stored: OnboardingStep?, steps: OnboardingSteps, texts: Texts = Texts(),
            save: @escaping @MainActor (OnboardingStep) async -> Bool,
            @ViewBuilder content: @escaping (OnboardingStep) -> Content
        ) {
            self.state = state
            self.stored = stored
            self.steps = steps
            self.texts = texts
            self.save = save
            self.content = content
        }

        /// The step's position, the app's content, the last error and the buttons; disabled during a save.
        public var body: some View {
            VStack(spacing: 24) {
                ProgressView(value: Double(steps.index(of: stored) + 1), total: Double(steps.all.count))
                    .accessibilityLabel(Text(position))
                content(steps.step(for: stored))
                Spacer()
                ErrorView(state, texts: texts)
                HStack {
                    if let previous = steps.previous(to: stored) {
                        Button(texts[.back]) { state.continueOnboarding(at: previous) }
                    }
                    Spacer()
                    Button(texts[steps.next(after: stored) == nil ? .done : .next]) { goOn() }
                        .buttonStyle(.borderedProminent)
                }
            }
            .padding(24)
            .disabled(isSaving)
            .navigationTitle(texts[.onboardingTitle])
        }

        private var position: String {
            texts.text(.stepOf, "\(steps.index(of: stored) + 1)", "\(steps.all.count)")
        }

        private func goOn() {
            isSaving = true
            Task {
                defer { isSaving = false }
                guard await save(steps.step(for: stored)) else { return }
                if let next = steps.next(after: stored) {
                    state.continueOnboarding(at: next)
                } else {
                    state.completeOnboarding()
                }
            }
        }
    }
#endif
