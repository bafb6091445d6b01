#if canImport(SwiftUI)
    import Foundation
    import Sesame
    import SesameTexts
    import SwiftUI

    /// A provider's button, as its guidelines require: Apple's own button on systems with UIKit, and Google's logo
    /// beside the label.
    struct ProviderButton: View {
        enum Provider {
            case apple, google
        }

        /// The wording of the button's label: sign in, or continue with the provider.
        enum Purpose {
            case signIn, goOn
        }

        private static let cornerRadius = 28.0
        private static let height = 56.0
        /// The maximum width of a button in points, which is the limit of Apple's own button.
        private static let maxWidth = 375.0

        private let provider: Provider
        private let purpose: Purpose
        private let texts: Texts
        private let isRunning: Bool
        private let action: @MainActor () -> Void
        @Environment(\.colorScheme) private var colorScheme

        /// Creates a button that runs the action.
        /// - Parameter isRunning: True while the action runs; the button shows a progress indicator.
        init(
            _ provider: Provider, to purpose: Purpose, texts: Texts, isRunning: Bool,
            action: @escaping @MainActor () -> Void
        ) {
            self.provider = provider
            self.purpose = purpose
            self.texts = texts
            self.isRunning = isRunning
            self.action = action
        }

        var body: some View {
            Group {
                #if canImport(UIKit)
                    if provider == .apple { appleButton } else { drawnButton }
                #else
                    drawnButton
                #endif
            }
            .frame(maxWidth: .infinity)
        }

        #if canImport(UIKit)
            private var appleButton: some View {
                AppleIDButton(
                    purpose: purpose, colorScheme: colorScheme, cornerRadius: Self.cornerRadius, action: action
                )
                // A button keeps the style that it was created with, so a change of the color scheme needs a new one.
                .id(colorScheme)
                .frame(maxWidth: Self.maxWidth, minHeight: Self.height, maxHeight: Self.height)
                .opacity(isRunning ? 0.5 : 1)
                .overlay {
                    if isRunning { ProgressView().accessibilityLabel(Text(texts[.signingIn])) }
                }
            }
        #endif

        private var drawnButton: some View {
            Button(action: action) {
                HStack(spacing: 12) {
                    if isRunning {
                        ProgressView()
                            .tint(foreground)
                            .accessibilityLabel(Text(texts[.signingIn]))
                    } else {
                        mark
                            .frame(width: 20, height: 20)
                            .accessibilityHidden(true)
                    }
                    Text(title).font(.headline)
                }
                .foregroundStyle(foreground)
                .padding(.horizontal, 16)
                .frame(maxWidth: Self.maxWidth, minHeight: Self.height)
                .background(background, in: shape)
                .overlay(shape.stroke(Color.gray.opacity(0.5), lineWidth: 1))
                .contentShape(shape)
            }
            .buttonStyle(.plain)
        }

        private var title: String {
            switch (provider, purpose) {
            case (.apple, .signIn): texts[.signInWithApple]
            case (.apple, .goOn): texts[.continueWithApple]
            // A page that signs in also registers, and Google's label for both is the same.
            case (.google, _): texts[.continueWithGoogle]
            }
        }

        @ViewBuilder private var mark: some View {
            switch provider {
            case .apple: Image(systemName: "applelogo").imageScale(.large)
            case .google: GoogleMark()
            }
        }

        private var shape: RoundedRectangle { RoundedRectangle(cornerRadius: Self.cornerRadius) }

        private var foreground: Color { provider == .apple ? .white : .black }

        private var background: Color { provider == .apple ? .black : .white }
    }
#endif
