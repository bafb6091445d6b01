public import Foundation
public import Sesame
public import SesameFirebase

/// The build's environment: a mock, a development server, the production server or a Firebase project.
public enum BuildConfiguration: Sendable {
    /// A mock for previews and view tests, without a network.
    case mock(isSignedIn: Bool)
    /// A development build with `sesame dev` on this computer, which needs neither a vendor account nor Apple's sheet.
    case dev
    /// The production build, with the team's own server.
    case prod
    /// A build with the team's Firebase project.
    case firebase(FirebaseProject)
}

extension BuildConfiguration {
    /// The app's dependencies, which a test can replace.
    public struct Parts: Sendable {
        /// The URL of the production server.
        public var server: URL
        /// The URL of the server for development builds.
        public var developmentServer: URL
        /// The location of the session and other stored data in the production and Firebase builds. The other builds
        /// store nothing on disk.
        public var storage: StorageLocation
        /// The source of Apple credentials, usually Apple's sheet.
        public var apple: any CredentialSource
        /// The browser for the sign-in pages of development builds.
        public var browser: any WebAuthentication
        /// The log of authentication events; nil for none.
        public var log: (any AuthLog)?

        /// Creates the dependencies, by default without a log.
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

    /// Returns the manager's configuration for this build.
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
