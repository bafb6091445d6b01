import ArgumentParser
import Foundation
import NIOCore
import SesameAccounts
import SesameHTTP
import SesameProviders
import SesameServer

/// `sesame dev`: everything on this machine, without any account elsewhere.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Serve five example apps with a development Apple and Google, on this machine only.",
        discussion: """
            The development providers sign real tokens, which this server trusts and no other. Ask them for one:

              curl -s localhost:8081/__dev/google/token --json '{"app": "couple"}'

            'curl localhost:8081/__dev/' lists what else they can do. Data goes to a temporary folder, which is \
            removed at the end, unless --data names one.
            """)

    @Option(help: "The server's port.")
    var port = 8080

    @Option(help: "The development providers' port.")
    var providerPort = 8081

    @Option(help: ArgumentHelp("Keep the data in this folder, and its key beside it.", valueName: "folder"))
    var data: String?

    @Option(help: "What is logged: debug, info, notice, warning or error.")
    var logLevel: LogLevel = .notice

    func run() async throws {
        let termination = await Termination.listen()
        let folder = try DevelopmentFolder(data)
        defer { folder.removeIfTemporary() }
        let clock = DevelopmentClock()
        let logger = logLevel.logger()
        var configuration = try ServerConfiguration.development(
            port: port, providers: "http://localhost:\(providerPort)", dataFolder: folder.data,
            keyFile: folder.keyFile)
        let clients = DevelopmentClients(configuration.apps, publicURL: configuration.publicURL)
        configuration.webClients = clients.webClients
        let providers = DevelopmentProviders(
            apps: clients.apps, baseURL: "http://localhost:\(providerPort)", clock: clock)
        let providerServer = HTTPServer(
            configuration: HTTPServerConfiguration(
                host: "127.0.0.1", port: providerPort, limits: DevelopmentProviders.limits),
            router: Router(surfaces: providers.surfaces), logger: logger)
        try await providerServer.listen()
        let application = try await SesameApplication(configuration, clock: { clock.now }, logger: logger)
        Console.say("development Apple and Google: http://localhost:\(providerPort)/__dev/")
        Console.say("ready \(configuration.publicURL)")
        await termination.requested()
        await application.shutdown()
        await providerServer.shutdown(grace: .seconds(1))
    }
}

/// Where `sesame dev` keeps its data and key.
private struct DevelopmentFolder {
    let data: String
    let keyFile: String
    private let temporary: String?

    init(_ given: String?) throws {
        if let given {
            let path = given.hasSuffix("/") ? String(given.dropLast()) : given
            data = path
            keyFile = path + ".key"
            temporary = nil
        } else {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("sesame-\(UUID().uuidString.lowercased())").path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            data = folder + "/data"
            keyFile = folder + "/key"
            temporary = folder
        }
        if !FileManager.default.fileExists(atPath: keyFile) { try MasterKey.generate(at: keyFile) }
    }

    func removeIfTemporary() {
        if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
    }
}
