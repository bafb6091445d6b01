import ArgumentParser
import Foundation
import SesameAccounts
import SesameOperations
import SesameServer
import SesameTerminal

/// The options that specify the configuration of a stopped server and one of its apps.
struct OfflineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's configuration. The server must not be running.", valueName: "file"))
    var config: String

    @Option(help: "The app's name in the configuration.")
    var app: String

    /// Opens the data folder of the stopped server, runs the work and closes the folder. Throws if the configuration
    /// has no such app.
    func run(
        _ work: (Services, App, ServerConfiguration) async throws -> Void
    ) async throws {
        let configuration = try ServerConfiguration(parsing: ConfigurationFile.read(config))
        guard let id = AppID(app), let app = configuration.apps[id] else {
            throw CommandFailure("The configuration has no app '\(app)'.")
        }
        let offline = try await OfflineAccounts(configuration)
        defer { offline.close() }
        try await work(offline.accounts, app, configuration)
    }
}
