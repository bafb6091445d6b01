public import Foundation
public import Sesame
public import SesameFirebase

/// The build's purpose: production, development or a test.
public enum BuildConfiguration: Sendable {
    /// Previews and tests of views: nothing but this process.
    case mock(isSignedIn: Bool)
    /// `sesame dev` on this computer: no vendor's account, and no sheet.
    case dev
    /// The team's own server.
    case prod
    /// The team's Firebase project.
    case firebase(FirebaseProject)
}

extension BuildConfiguration {
    /// The app's parts, each replaceable.
    public struct Parts: Sendable {
        /// The production server.
        public var server: URL
        /// The development server.
        public var developmentServer: URL
        /// The place of what the app keeps.
        public var storage: StorageLocation
        /// Apple's sheet.
        public var apple: any CredentialSource
        /// The browser that shows web pages.
        public var browser: any WebAuthentication
        /// The log manager.
        public var log: (any AuthLog)?

        /// Makes the value.
        public init(
            server: URL, developmentServer: URL, storage: StorageLocation, apple: some CredentialSource,
            browser: some WebAuthentication, log: (any AuthLog)? = nil
        ) {
            self.server = server
            self.developmentServer = developmentServer
            self.storage = storage
            self.apple = apple
            self.browser = browser
            self.log = log
        }
    }

    /// The manager's configuration.
    public func authConfiguration(_ parts: Parts) -> AuthConfiguration {
        switch self {
        case .mock(let isSignedIn): .mock(signedInAs: isSignedIn ? .mock() : nil)
        case .dev:
            .development(
                server: parts.developmentServer, app: "authservice", storage: .memory, browser: parts.browser,
                redirectURI: "com.example.authservice:/callback", log: parts.log)
        case .prod:
            .production(
                server: parts.server, app: "authservice", storage: parts.storage, log: parts.log, apple: parts.apple)
        case .firebase(let project): .firebase(project, storage: parts.storage, log: parts.log, apple: parts.apple)
        }
    }
}
