#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    /// What went wrong, and the one thing that can be done about it here; nothing when nothing did.
    struct ProblemView: View {
        private let state: AppState
        private let texts: Texts

        init(_ state: AppState, texts: Texts) {
            self.state = state
            self.texts = texts
        }

        var body: some View {
            if let problem = state.problem {
                VStack(spacing: 12) {
                    Text(texts.message(for: problem))
                        .multilineTextAlignment(.center)
                        .accessibilityAddTraits(.isStaticText)
                    switch state.screen.step(for: problem) {
                    case .retry: Button(texts[.actionRetry]) { state.retry() }
                    // The account screen asks for the proof in front of this.
                    case .confirmIdentity, .dismiss: Button(texts[.close]) { state.dismissProblem() }
                    }
                }
                .padding(16)
                .frame(maxWidth: .infinity)
                .background(Color.red.opacity(0.1), in: RoundedRectangle(cornerRadius: 12))
            }
        }
    }
#endif
