import Foundation
import Logging
import NIOCore
import SesameAccounts
import SesameCore
import SesameDevelopment
import SesameDevelopmentProviders
import SesameHTTP
import SesameServer
import SesameWire
import Testing

@testable import SesameOperations
@testable import SesameSurface

/// A server with development providers, on real sockets in this process, with a clock that tests advance.
struct RunningServer: Sendable {
    let url: URL
    let providers: DevelopmentProviders
    let folder: URL

    /// Returns the JSON of the apps that every test can use: `couple`, with guests and implicit sign-up, and
    /// `castmate`, with explicit sign-up, roles and its own `contract` settings.
    private static func apps(_ firebaseProject: String?, leeway: Int) -> String {
        let firebase = firebaseProject.map { #""firebase": {"projectID": "\#($0)", "apiKeys": ["\#(firebaseKey)"]}, "# }
        return """
            {
              "couple": {\(firebase ?? "")"providers": {"google": {"clientIDs": ["google-couple", "123-ios.google.example"]},
                                       "apple": {"clientIDs": ["apple.couple"]}, "anonymous": true, "password": {}},
                         "appwrite": {"projectID": "couple"}, "sessions": {"most": 100, "leewaySeconds": \(leeway)},
                         "secondFactors": {"totp": true, "phone": true},
                         "profile": {"required": ["name"], "onboarding": {"steps": ["about", "goals", "place"]},
                                     "fields": {"birthDate": "date", "goals": "strings", "city": "string", "motto": "string",
                                                "createdAt": {"type": "date", "owner": "server", "from": "createdAt"},
                                                "onboardingInProgress": {"type": "bool", "owner": "server",
                                                                         "from": "onboardingInProgress"},
                                                "onboardingStep": {"type": "string", "owner": "server",
                                                                   "from": "onboardingStep"},
                                                "isSubscribed": {"type": "bool", "owner": "server", "default": false}}}},
              "castmate": {"providers": {"google": {"clientIDs": ["google-castmate"]}}, "signUp": "explicit",
                           "roles": ["ACTEUR", "RECRUTEUR"], "profile": {"required": ["nom"]}, "language": "fr",
                           "secondFactors": {"totp": true},
                           "contract": {"accessDays": 30, "role": "string"}}
            }
            """
    }

    /// The API key of the Firebase project that a server replaces.
    static let firebaseKey = "key-of-the-project"

    /// The signing keys of the development providers, shared by all tests because creating a key takes longer than most
    /// tests.
    static let keys = ProviderKeySource.reusing(3)

    /// Runs a server until the closure returns.
    ///
    /// - Parameters:
    ///   - appleTeam: The server's Apple key for the app `couple`.
    ///   - appleKeys: The team's public keys that the development Apple accepts, by key id.
    ///   - firebaseProject: The id of the Firebase project that the app `couple` replaces; nil for none. With a
    ///     project, the server needs longer to start, because it creates more signing keys.
    ///   - leeway: The app's `leewaySeconds`.
    static func run(
        appleTeam: AppleTeam? = nil, appleKeys: [String: [UInt8]] = [:], firebaseProject: String? = nil,
        leeway: Int = 10,
        _ body: (RunningServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let providers = DevelopmentProviders(
            apps: [
                DevelopmentApp(
                    name: "couple", googleWebClientID: "google-couple", googleIOSClientID: "123-ios.google.example",
                    appleClientIDs: ["apple.couple"],
                    appleTeamID: appleTeam?.id, appleKeys: appleKeys),
                DevelopmentApp(name: "castmate", googleWebClientID: "google-castmate"),
            ], keys: Self.keys)
        let providerServer = HTTPServer(
            configuration: HTTPServerConfiguration(port: 0, eventLoopCount: 1),
            router: Router(surfaces: providers.surfaces),
            logger: logger)
        providers.baseURL = "http://127.0.0.1:\(try await providerServer.listen())"
        let keyFile = folder.appendingPathComponent("key").path
        try MasterKey.generate(at: keyFile)
        var configuration = try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "http://127.0.0.1", "listen": "127.0.0.1:0", "dataDir": "\(folder.path)/data",
                 "keyFile": "\(keyFile)", "defaultApp": "couple",
                 "apps": \(apps(firebaseProject, leeway: leeway))}
                """.utf8))
        configuration.limits.isEnabled = false
        configuration.developmentServices = .development(
            providers.baseURL, serverURL: providers.baseURL, role: .replacing)
        if let appleTeam, let couple = AppID("couple") { configuration.appleTeams[couple] = appleTeam }
        let application = try await SesameApplication(
            configuration, clock: TrustedClock(shift: { [clock = providers.clock] in TimeInterval(clock.offset) }),
            logger: logger)
        let url = try #require(URL(string: "http://127.0.0.1:\(application.port)"))
        var failure: (any Error)?
        do {
            try await body(RunningServer(url: url, providers: providers, folder: folder))
        } catch {
            failure = error
        }
        await application.shutdown(grace: .zero)
        await providerServer.shutdown(grace: .zero)
        if let failure { throw failure }
    }

    /// Returns an ID token of the development Google for a user of an app.
    func google(_ app: String, subject: String, nonce: MintRequest.Nonce? = nil) async throws -> Secret {
        let order = MintRequest(
            client: .app(app), person: .known(subject: subject, email: nil), nonce: nonce)
        return Secret(try await providers.google.mint(order).idToken)
    }
}
