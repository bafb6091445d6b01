import ArgumentParser
import Foundation
import SesameAccounts
import SesameDevelopment
import SesameDevelopmentProviders
import SesameOperations
import SesameServer
import SesameTerminal

/// The command `sesame dev`, which runs the server and the development providers on this machine, without accounts at
/// other services.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        .dev,
        discussion: """
            The development providers sign real tokens, which only this server trusts. To request one:

              curl -s localhost:8081/__dev/google/token --json '{"app": "couple"}'

            'curl localhost:8081/__dev/' lists what else they can do. Data is stored in a temporary folder, which is \
            removed at the end, unless --data names a folder.

            To use a phone in the same network, in which anyone can then sign in as any user:

              sesame dev --lan

            To use your own apps instead of the examples; the file has the format of 'sesame serve', and needs no more \
            than:

              {"apps": {"mine": {"providers": {"apple": {"clientIDs": ["com.me.app"], "servicesID": "com.me.web"}},
               "redirectURIs": ["com.me.app:/callback"]}}}

              sesame dev --config mine.json

            To also sign in with the real sheets of a simulator or a phone, with real Apple and Google accounts:

              sesame dev --live --lan --config mine.json
            """)

    @Option(help: "The server's port.")
    var port = 8080

    @Option(help: "The development providers' port.")
    var providerPort = 8081

    @Option(help: ArgumentHelp("Store the data in this folder, and its key next to it.", valueName: "folder"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Store the development providers' keys in this folder, so that later starts reuse them.",
            valueName: "folder"))
    var providerKeys: String?

    @Option(
        help: ArgumentHelp(
            "Serve this file's apps, with its 'defaultApp', 'corsOrigins', 'rateLimits' and 'webhooks'.",
            valueName: "file"))
    var config: String?

    @Flag(help: "Serve the local network too, such as a phone. Only this machine can control the providers.")
    var lan = false

    @Option(help: ArgumentHelp("The address for --lan, if this machine has several.", valueName: "address"))
    var lanAddress: String?

    @Option(
        help: ArgumentHelp(
            "With --lan, another name of this machine that the phone resolves, such as my-mac.local.",
            discussion: "The development providers are then a different site than the server, like the real ones.",
            valueName: "name"))
    var providerHost: String?

    @Flag(help: "Trust the real Apple and Google too, for the client ids of the apps.")
    var live = false

    @Flag(
        name: .customLong("no-limits"),
        help: "Turn rate limits off, for benchmarks and tests.")
    var isUnlimited = false

    @Flag(
        name: .customLong("firebase-emulator"),
        help: "Act as Firebase's emulator: tokens are not signed, and 'Bearer owner' may do anything.")
    var isFirebaseEmulator = false

    @Option(help: "The log level: debug, info, notice, warning or error.")
    var logLevel: LogLevel = .notice

    func run() async throws {
        let termination = await TerminationSignal.listen()
        let role: DevelopmentServices.Role = live ? .additional : .replacing
        let place = try place()
        let file = try config.map(ConfigurationFile.read)
        let folder = try DevelopmentFolder(data, role: role)
        defer { folder.removeIfTemporary() }
        var configuration = try DevelopmentConfiguration(
            file: file, addresses: place.addresses, role: role, dataFolder: folder.data, keyFile: folder.keyFile,
            pseudonyms: try PseudonymKeys.read(folder.pseudonymKeyFile))
        configuration.server.limits.isEnabled = !isUnlimited
        configuration.server.isFirebaseEmulator = isFirebaseEmulator
        let server = try await DevelopmentServer(
            configuration, addresses: place.addresses, role: role, keeping: folder.adminKey,
            keys: try keySource(), logger: logLevel.logger())
        try folder.keep(adminKey: server.adminKey)
        let handle = LocalAdminKey(port: port)
        handle.put(server.adminKey)
        defer { handle.remove() }
        for line in place.introduction + trust { Console.say(line) }
        Console.say("development Apple, Google and FCM: http://localhost:\(providerPort)/__dev/")
        Console.say("admin key: \(folder.adminKeyFile)")
        Console.say("ready \(server.url)")
        await termination.requested()
        await server.shutdown()
    }

    private func keySource() throws -> ProviderKeySource {
        guard let providerKeys else { return .generated }
        let folder = URL(fileURLWithPath: providerKeys, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return .kept(in: folder)
    }

    private func place() throws -> DevelopmentNetwork {
        if lan || lanAddress != nil {
            return try DevelopmentNetwork(
                lan: lanAddress, providerHost: providerHost, port: port, providerPort: providerPort)
        }
        guard providerHost == nil else { throw ValidationError("--provider-host requires --lan.") }
        return DevelopmentNetwork(port: port, providerPort: providerPort)
    }

    /// The lines that explain `--live` at startup; empty without it.
    private var trust: [String] {
        guard live else { return [] }
        let note = "the real Apple and Google are trusted too; their keys are fetched at the first sign-in"
        guard config == nil else { return [note] }
        return [note, "  but the example apps are not registered there: name your own with --config"]
    }
}
