package import Foundation
package import SesameHTTP

/// Looks at an installation and says what is wrong with it, before people find out.
///
/// Changes nothing but the mode of database files that others could read.
package struct Doctor: Sendable {
    /// The files and addresses to check beside the configuration.
    package struct Subjects: Sendable {
        /// The Info.plist of the app for Apple's systems.
        package var infoPlist: String?
        /// The app's entitlements.
        package var entitlements: String?
        /// The GoogleService-Info.plist that the Firebase console gives.
        package var googleServiceInfo: String?
        /// The running server's address.
        package var server: String?

        /// Nothing beside the configuration.
        package init() {}
    }

    /// Asks for an address on the network.
    package typealias Fetch = @Sendable (String) async throws(HTTPClientError) -> OutgoingResponse

    /// Greets a mail server.
    package typealias Greet = @Sendable (MailClient.Server) async -> MailClient.Greeting

    private let installation: Installation

    /// Takes what is to be looked at.
    ///
    /// - Parameters:
    ///   - configuration: The configuration file's content.
    ///   - now: This machine's time.
    ///   - fetch: Reaches the network; nil where nothing is to be asked of it.
    ///   - greet: Reaches the mail server; nil where it is not to be asked.
    package init(
        configuration: [UInt8], subjects: Subjects = Subjects(), now: Date = Date(), fetch: Fetch?, greet: Greet? = nil
    ) {
        installation = Installation(configuration, subjects: subjects, now: now, fetch: fetch, greet: greet)
    }

    /// All that there is to say, by what it is about.
    package func findings() async -> [Finding] {
        var findings: [Finding] = []
        for check in Self.checks { findings += await check.findings(installation) }
        return findings
    }

    private static let checks: [any DoctorCheck] = [
        SettingsCheck(), KeyFilesCheck(), AppleCheck(), GoogleCheck(), RedirectsCheck(), DataFolderCheck(),
        JournalCheck(), ListenCheck(), MachineCheck(), ProvidersCheck(), MailCheck(), TextsCheck(), ServerCheck(),
        InfoPlistCheck(), EntitlementsCheck(), GoogleServiceInfoCheck(),
    ]
}

/// One thing to look at.
protocol DoctorCheck: Sendable {
    func findings(_ installation: Installation) async -> [Finding]
}
