#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    /// The last error with a button to retry or to close it; empty if there is no error.
    struct ErrorView: View {
        private let state: AppState
        private let texts: Texts
        private let besideCode: Bool

        /// Creates the view of the state's last error.
        /// - Parameter besideCode: True if the view stands beside a field for a code, where wrong credentials mean a
        ///   wrong code.
        init(_ state: AppState, texts: Texts, besideCode: Bool = false) {
            self.state = state
            self.texts = texts
            self.besideCode = besideCode
        }

        var body: some View {
            if let problem = state.problem {
                VStack(spacing: 12) {
                    Text(texts.explanation(of: problem, besideCode: besideCode))
                        .multilineTextAlignment(.center)
                        .accessibilityAddTraits(.isStaticText)
                    switch state.screen.step(for: problem) {
                    case .retry: Button(texts[.actionRetry]) { state.retry() }
                    // The account screen asks for the confirmation in front of this view.
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
