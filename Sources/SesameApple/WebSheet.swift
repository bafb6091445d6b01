#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    public import Sesame
    public import SesameCore

    /// A browser in a system sheet (`ASWebAuthenticationSession`), for ``WebSignIn`` and ``GoogleWebSignIn``.
    ///
    /// The attempt's redirect URI must have a custom scheme or, from iOS 17.4 and macOS 14.4 on, be an https URL on the
    /// app's own site.
    public struct WebSheet: WebAuthentication {
        /// The cookies that the sheet uses.
        public enum Cookies: Sendable {
            /// The browser's own cookies: a user who is signed in at the provider does not type a password. The system
            /// asks the user for consent first.
            case shared
            /// No cookies, and none are stored: for devices with several users.
            case ephemeral
        }

        private let cookies: Cookies
        private let window: SheetWindow

        /// Creates a browser whose sheet is shown over the given window, by default with the browser's cookies.
        public init(cookies: Cookies = .shared, over window: SheetWindow) {
            self.cookies = cookies
            self.window = window
        }

        /// Creates a browser whose sheet is shown over the active window, by default with the browser's cookies.
        @available(iOSApplicationExtension, unavailable)
        public init(cookies: Cookies = .shared) {
            self.init(cookies: cookies, over: .key)
        }

        /// Shows the attempt's page, and returns the parameters of the redirect. Throws
        /// ``SesameCore/AuthError/Code/cancelled`` if the user closes the sheet, and
        /// ``SesameCore/AuthError/Code/invalidRequest`` if a sheet cannot return to the redirect URI.
        public func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
            let callback = try WebCallback(redirectURI: attempt.redirectURI)
            let redirectURI = attempt.redirectURI ?? ""
            let url = try await WebSheetSession.show(
                try attempt.url(redirectURI: redirectURI), until: callback, cookies: cookies, over: window)
            return WebSignInResult(redirectURI: redirectURI, url: url)
        }
    }

    /// One presentation of the system sheet, which must stay in memory until the sheet has closed.
    @MainActor private final class WebSheetSession: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let anchor: ASPresentationAnchor
        private var session: ASWebAuthenticationSession?

        private init(anchor: ASPresentationAnchor) {
            self.anchor = anchor
        }

        static func show(
            _ url: URL, until callback: WebCallback, cookies: WebSheet.Cookies, over window: SheetWindow
        ) async throws(AuthError) -> URL {
            guard let anchor = window.anchor else { throw SystemSheetError.notShown.authError }
            let sheet = WebSheetSession(anchor: anchor)
            defer { sheet.session = nil }
            return try await SingleResume.wait(onCancel: { Task { await sheet.cancel() } }) { end in
                sheet.begin(url, until: callback, cookies: cookies, end)
            }
        }

        private func begin(
            _ url: URL, until callback: WebCallback, cookies: WebSheet.Cookies, _ end: SingleResume<URL>
        ) {
            guard let session = Self.session(url, until: callback, end) else {
                end.resume(throwing: AuthError(.invalidRequest, "an https redirect URI needs iOS 17.4 or macOS 14.4"))
                return
            }
            session.presentationContextProvider = self
            session.prefersEphemeralWebBrowserSession = cookies == .ephemeral
            self.session = session
            if !session.start() { end.resume(throwing: SystemSheetError.notShown.authError) }
        }

        // Nonisolated, because the system calls the handler on an arbitrary thread.
        nonisolated private static func session(
            _ url: URL, until callback: WebCallback, _ end: SingleResume<URL>
        ) -> ASWebAuthenticationSession? {
            let finish: @Sendable (URL?, (any Error)?) -> Void = { url, error in
                if let url {
                    end.resume(returning: url)
                } else {
                    end.resume(throwing: SystemSheetError.web((error as NSError?)?.code ?? 0).authError)
                }
            }
            switch callback {
            case .scheme(let scheme):
                return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: finish)
            case .https(let host, let path):
                guard #available(iOS 17.4, macOS 14.4, *) else { return nil }
                return ASWebAuthenticationSession(
                    url: url, callback: .https(host: host, path: path), completionHandler: finish)
            }
        }

        private func cancel() {
            session?.cancel()
        }

        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            anchor
        }
    }
#endif
