#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// The button of a provider, as its guidelines want it: its mark beside its words, black for Apple, white for
    /// Google.
    struct ProviderButton: View {
        enum Provider {
            case apple, google
        }

        private let provider: Provider
        private let title: String
        private let progress: String?
        private let action: @MainActor () -> Void

        /// A button; with a text for its progress it shows that in the mark's place.
        init(_ provider: Provider, _ title: String, progress: String?, action: @escaping @MainActor () -> Void) {
            self.provider = provider
            self.title = title
            self.progress = progress
            self.action = action
        }

        var body: some View {
            Button(action: action) {
                HStack(spacing: 12) {
                    if let progress {
                        ProgressView()
                            .tint(foreground)
                            .accessibilityLabel(Text(progress))
                    } else {
                        mark
                            .frame(width: 20, height: 20)
                            .accessibilityHidden(true)
                    }
                    Text(title).font(.headline)
                }
                .foregroundStyle(foreground)
                .padding(.horizontal, 16)
                .frame(maxWidth: .infinity, minHeight: 56)
                .background(background, in: shape)
                .overlay(shape.stroke(Color.gray.opacity(0.5), lineWidth: 1))
                .contentShape(shape)
            }
            .buttonStyle(.plain)
        }

        @ViewBuilder private var mark: some View {
            switch provider {
            case .apple: Image(systemName: "applelogo").imageScale(.large)
            case .google: GoogleMark()
            }
        }

        private var shape: RoundedRectangle { RoundedRectangle(cornerRadius: 28) }

        private var foreground: Color { provider == .apple ? .white : .black }

        private var background: Color { provider == .apple ? .black : .white }
    }
#endif
