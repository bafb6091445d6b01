package import Foundation
package import SesameHTTP

/// A diagnosis of an installation, which finds problems before users do.
///
/// It changes no settings and no data. In the data folder it may create the lock file, and it makes the lock file and
/// the database accessible only to their owner.
package struct Doctor: Sendable {
    /// The files and URLs to check in addition to the configuration.
    package struct Options: Sendable {
        /// The path of an Apple app's Info.plist; nil to skip its check.
        package var infoPlist: String?
        /// The path of an Apple app's `.entitlements` file; nil to skip its check.
        package var entitlements: String?
        /// The path of the GoogleService-Info.plist from the Firebase console; nil to skip its check.
        package var googleServiceInfo: String?
        /// The URL of a running server to check; nil for none.
        package var server: String?

        /// Creates options without additional files or a server to check.
        package init() {}
    }

    /// A function that requests a URL on the network.
    package typealias Fetch = @Sendable (String) async throws(HTTPClientError) -> OutgoingResponse

    /// A function that makes a test connection to a mail server.
    package typealias Greet = @Sendable (MailClient.Server) async -> MailClient.Greeting

    private let installation: Installation

    /// Reads the configuration and collects its errors. All other checks run in ``findings()``.
    ///
    /// - Parameters:
    ///   - configuration: The configuration file's content.
    ///   - now: This machine's time.
    ///   - fetch: Requests a URL on the network; nil to skip network checks.
    ///   - greet: Connects to the mail server; nil to skip that check.
    package init(
        configuration: [UInt8], subjects: Options = Options(), now: Date = Date(), fetch: Fetch?, greet: Greet? = nil
    ) {
        installation = Installation(configuration, subjects: subjects, now: now, fetch: fetch, greet: greet)
    }

    /// Returns the findings of all checks, in the order of the checks.
    package func findings() async -> [Finding] {
        var findings: [Finding] = []
        for check in Self.checks { findings += await check.findings(installation) }
        return findings
    }

    private static let checks: [any DoctorCheck] = [
        SettingsCheck(), KeyFilesCheck(), AppleCheck(), GoogleCheck(), RedirectsCheck(), DataFolderCheck(),
        JournalCheck(), ListenCheck(), SystemCheck(), ProvidersCheck(), MailCheck(), SMSCheck(), ServerCheck(),
        InfoPlistCheck(), EntitlementsCheck(), GoogleServiceInfoCheck(),
    ]
}

/// A check of one aspect of an installation, such as its data folder.
protocol DoctorCheck: Sendable {
    func findings(_ installation: Installation) async -> [Finding]
}
