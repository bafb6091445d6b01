#if canImport(AuthenticationServices)
    public import AuthenticationServices

    #if canImport(UIKit)
        public import UIKit
    #else
        public import AppKit
    #endif

    /// The window that a sheet of the system is shown over.
    public struct SheetWindow: Sendable {
        private let find: @MainActor @Sendable () -> ASPresentationAnchor?

        /// A window of the app's choice, looked for when it is needed.
        public init(_ find: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
            self.find = find
        }

        /// The window that the person uses. An app extension has no such window: name its own.
        @available(iOSApplicationExtension, unavailable)
        public static let key = SheetWindow {
            #if canImport(UIKit)
                let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
                let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
                return scene?.keyWindow ?? scene?.windows.first
            #else
                return NSApplication.shared.keyWindow ?? NSApplication.shared.mainWindow
            #endif
        }

        @MainActor var anchor: ASPresentationAnchor? { find() }
    }
#endif
