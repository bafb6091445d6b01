#if canImport(SwiftUI) && canImport(UIKit)
    import AuthenticationServices
    import Foundation
    import SwiftUI
    import UIKit

    /// Apple's own button, in the device's language. It runs the given action, and makes no request of its own.
    struct AppleIDButton: UIViewRepresentable {
        let purpose: ProviderButton.Purpose
        let colorScheme: ColorScheme
        let cornerRadius: Double
        let action: @MainActor () -> Void

        /// The holder of the current action, because the UIKit button outlives the SwiftUI view that created it.
        @MainActor final class Coordinator {
            var action: @MainActor () -> Void

            init(_ action: @escaping @MainActor () -> Void) {
                self.action = action
            }
        }

        func makeCoordinator() -> Coordinator {
            Coordinator(action)
        }

        func makeUIView(context: Context) -> ASAuthorizationAppleIDButton {
            let button = ASAuthorizationAppleIDButton(
                authorizationButtonType: purpose == .signIn ? .signIn : .continue,
                authorizationButtonStyle: colorScheme == .dark ? .white : .black)
            button.cornerRadius = cornerRadius
            let coordinator = context.coordinator
            button.addAction(UIAction { _ in coordinator.action() }, for: .touchUpInside)
            return button
        }

        func updateUIView(_ button: ASAuthorizationAppleIDButton, context: Context) {
            context.coordinator.action = action
            button.isEnabled = context.environment.isEnabled
        }
    }
#endif
