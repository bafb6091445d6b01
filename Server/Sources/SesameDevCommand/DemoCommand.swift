import ArgumentParser
import Foundation
import NIOCore
import SesameAccounts
import SesameCore
import SesameDemo
import SesameDevelopment
import SesameOperations
import SesameServer
import SesameTerminal
import SesameText
import SesameTexts

/// The command `sesame demo`, which plays the example apps' scenarios in this terminal.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        .demo,
        discussion: """
            Shows what users see on their phones, step by step: sign-ins, an onboarding, registrations, pushes, \
            deletions. The demo uses the library that apps use, against a real server with development versions of \
            Apple, Google and FCM. It exits with 1 if something is not as it should be.

            Without --server it starts its own server, on free ports, with a folder that it removes at the end. To use \
            a running server:

              sesame dev
              sesame demo couple --server http://127.0.0.1:8080 --key-file KEYFILE

            'sesame dev' prints where its key is. Nothing is reset on that server: each run uses random users, which \
            the server probably does not know yet.
            """)

    @Argument(help: ArgumentHelp("The app; all by default.", valueName: "app"))
    var scenes: [ScenarioArgument] = []

    @Option(help: "The address of a running 'sesame dev' with the example apps.")
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The address of its development providers; the port after the server's if omitted.",
            valueName: "address"))
    var providers: String?

    @Option(
        help: ArgumentHelp(
            "Its admin key's file, for the pushes of prysm; SESAME_ADMIN_KEY if omitted.",
            valueName: "file"))
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "The back end of the library: sesame, or firebase for the apps with a Firebase project.",
            valueName: "back end"))
    var backEnd: BackEndArgument?

    @Option(help: "The language, instead of this computer's.")
    var language: Language?

    func validate() throws {
        if let name = scenes.map(\.name).first(where: { !ScenarioName.scenes(for: client).contains($0) }) {
            throw ValidationError("\(name.rawValue) has no Firebase project.")
        }
        guard server == nil else { return }
        for (name, value) in [("--providers", providers), ("--key-file", keyFile)] where value != nil {
            throw ValidationError("\(name) requires --server.")
        }
    }

    func run() async throws {
        let termination = await TerminationSignal.listen()
        let play = Task { try await perform() }
        let end = Task {
            await termination.requested()
            play.cancel()
        }
        defer { end.cancel() }
        let isMet: Bool
        do {
            isMet = try await play.value
        } catch is CancellationError {
            throw CommandFailure("stopped before the end")
        }
        if !isMet { throw ExitCode(1) }
    }
}

extension DemoCommand {
    private var client: ClientKind { backEnd?.client ?? .sesame }

    private func perform() async throws -> Bool {
        let disks = FileManager.default.temporaryDirectory
            .appendingPathComponent("sesame-demo-\(UUID().uuidString.lowercased())")
        try FileManager.default.createDirectory(
            at: disks, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: disks) }
        if let server { return try await play(at: try await venue(server, disks: disks)) }
        let folder = try DevelopmentFolder(nil, role: .replacing)
        defer { folder.removeIfTemporary() }
        let (port, providerPort) = try await FreePorts.pair()
        let addresses = DevelopmentAddresses(port: port, providerPort: providerPort)
        let own = try await DevelopmentServer(
            DevelopmentConfiguration(
                addresses: addresses, dataFolder: folder.data, keyFile: folder.keyFile,
                pseudonyms: try PseudonymKeys.read(folder.pseudonymKeyFile)),
            addresses: addresses, logger: LogLevel.error.logger())
        let venue = DemoServer(
            server: try AccountOptions.url(own.url), providers: try AccountOptions.url(addresses.providersURL),
            adminKey: own.adminKey, folder: disks, client: client)
        let isMet: Bool
        do {
            isMet = try await play(at: venue)
        } catch {
            await own.shutdown(grace: .zero)
            throw error
        }
        await own.shutdown(grace: .seconds(1))
        return isMet
    }

    /// Returns the running server at the address, with random test users that it probably does not know yet. Throws if
    /// its development providers do not respond, or if the admin key is missing for a scenario with push notifications.
    private func venue(_ server: String, disks: URL) async throws -> DemoServer {
        let url = try AccountOptions.url(server)
        let needsKey = scenes.isEmpty || scenes.contains { $0.name == .prysm }
        let key = try ServerAddress(server).adminKey(file: keyFile)
        guard let key = key ?? (needsKey ? nil : Secret("")) else {
            throw CommandFailure(
                "prysm sends pushes: name the file of the server's admin key with --key-file; 'sesame dev' prints "
                    + "where it is."
            )
        }
        var beside = URLComponents(url: url, resolvingAgainstBaseURL: false)
        beside?.port = (url.port ?? 80) + 1
        guard let providers = try providers.map(AccountOptions.url) ?? beside?.url else {
            throw ValidationError("Name the development providers' address with --providers.")
        }
        let venue = DemoServer(
            server: url, providers: providers, adminKey: key, folder: disks,
            firstPerson: .random(in: 1_000...990_000), client: client)
        do throws(AuthError) {
            try await venue.check()
        } catch {
            throw CommandFailure(
                "no development providers respond at \(providers.absoluteString); start 'sesame dev', or name their "
                    + "address "
                    + "with --providers")
        }
        return venue
    }

    @MainActor private func play(at venue: DemoServer) async throws -> Bool {
        let demo = Demo(at: venue, language: language ?? .preferred) { Console.say($0) }
        return try await demo.play(scenes.isEmpty ? ScenarioName.scenes(for: client) : scenes.map(\.name))
    }
}

/// The argument that selects a scenario by its name.
struct ScenarioArgument: ExpressibleByArgument {
    let name: ScenarioName

    init?(argument: String) {
        guard let name = ScenarioName(rawValue: argument) else { return nil }
        self.name = name
    }

    static var allValueStrings: [String] { ScenarioName.allCases.map(\.rawValue) }
}

/// The value of the `--back-end` option: `sesame` or `firebase`.
struct BackEndArgument: ExpressibleByArgument {
    let client: ClientKind

    init?(argument: String) {
        guard let client = ClientKind(rawValue: argument) else { return nil }
        self.client = client
    }

    static var allValueStrings: [String] { ClientKind.allCases.map(\.rawValue) }
}

extension Language: ExpressibleByArgument {}

extension Language {
    /// The user's preferred language on this computer; English if it is not supported.
    fileprivate static var preferred: Language { Language(tag: TextLanguage.preferred.rawValue) ?? .english }
}
