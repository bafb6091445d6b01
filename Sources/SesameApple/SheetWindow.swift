#if canImport(AuthenticationServices)
    public import AuthenticationServices

    #if canImport(UIKit)
        public import UIKit
    #else
        public import AppKit
    #endif

    /// The window over which a system sheet is shown.
    public struct SheetWindow: Sendable {
        private let find: @MainActor @Sendable () -> ASPresentationAnchor?

        /// Creates a window from a closure that is called whenever a sheet is shown; nil means that there is no window.
        public init(_ find: @escaping @MainActor @Sendable () -> ASPresentationAnchor?) {
            self.find = find
        }

        /// The active window. An app extension has none, and must provide its own.
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
