import Foundation
import SesameAccounts
import SesameServerRig
import Testing

@testable import SesameDevelopment
@testable import SesameOperations
@testable import SesameSurface

struct DevelopmentConfigurationTests {
    private static let here = DevelopmentAddresses(port: 8080, providerPort: 8081)

    private static func read(
        _ file: String?, addresses: DevelopmentAddresses = here, role: DevelopmentServices.Role = .replacing
    ) throws -> DevelopmentConfiguration {
        try DevelopmentConfiguration(
            file: file.map { Array($0.utf8) }, addresses: addresses, role: role, dataFolder: "/data", keyFile: "/key",
            pseudonyms: try .test())
    }

    @Test func `every example app has a browser client for its providers`() throws {
        let configuration = try Self.read(nil)
        let apps = configuration.server.apps.apps
        for app in apps.keys {
            #expect(configuration.clients.contains { $0.app == app && $0.provider == .apple })
        }
        #expect(configuration.clients.count { $0.provider == .google } == 3)
        #expect(configuration.clients.count == apps.count + 3)
    }

    @Test func `the example apps need no secrets beside the real Google`() throws {
        let configuration = try Self.read(nil, role: .additional)
        #expect(configuration.clients.count == configuration.server.apps.apps.count + 3)
        #expect(configuration.server.apps.defaultApp?.id == AppID("couple"))
        #expect(configuration.server.apps.contractApp?.id == AppID("castmate"))
    }

    @Test func `the example configuration contains the five example apps`() throws {
        let configuration = try Self.read(nil).server
        #expect(
            Set(configuration.apps.apps.keys.map(\.description))
                == ["couple", "familysync", "castmate", "prysm", "authservice"])
        #expect(configuration.apps.contractApp?.id.description == "castmate")
        #expect(configuration.apps.defaultApp?.id.description == "couple")
    }

    @Test func `a file with only apps is sufficient`() throws {
        let server = try Self.read(#"{"apps": {"mine": {"providers": {"apple": {"clientIDs": ["com.me.app"]}}}}}"#)
            .server
        #expect(server.apps.defaultApp?.providers[.apple]?.clientIDs == ["com.me.app"])
        #expect(server.apps.apps.count == 1)
        #expect(server.publicURL == "http://127.0.0.1:8080" && server.hosts == ["127.0.0.1"] && server.port == 8080)
        #expect(server.dataFolder == "/data" && server.keyFile == "/key")
        #expect(server.developmentServices == Self.here.developmentServices(.replacing))
    }

    /// The configuration file of a production server. It names secret files and addresses that the test's machine does
    /// not have.
    private static let real = #"""
        {"publicURL": "https://sign-in.example.com", "listen": "0.0.0.0:443", "dataDir": "/var/lib/sesame",
         "keyFile": "/etc/sesame/key", "trustedProxies": ["10.0.0.1"], "corsOrigins": ["https://a.example.com"],
         "defaultApp": "mine", "apps": {"mine": {"providers": {
           "google": {"clientIDs": ["web", "ios"], "webClientID": "web", "clientSecretFile": "/no/secret"},
           "apple": {"clientIDs": ["com.me.app"], "servicesID": "com.me.web", "teamID": "TEAM", "keyID": "K",
                     "keyFile": "/no/key.p8"}}},
          "other": {"providers": {"anonymous": true}}}}
        """#

    @Test func `a production server's file works here without its secrets and addresses`() throws {
        let configuration = try Self.read(Self.real)
        let server = configuration.server
        let mine = try #require(AppID("mine"))
        #expect(server.publicURL == "http://127.0.0.1:8080" && server.hosts == ["127.0.0.1"])
        #expect(server.trustedProxies.isEmpty && server.corsOrigins == ["https://a.example.com"])
        #expect(server.apps.defaultApp?.id == mine)
        #expect(
            Set(configuration.clients) == [
                .init(app: mine, provider: .google, clientID: "web", teamID: nil),
                .init(app: mine, provider: .apple, clientID: "com.me.web", teamID: "TEAM"),
            ])
        #expect(server.webClients[mine, .google] == nil && server.webClients[mine, .apple] == nil)
    }

    @Test func `beside the real Google, its web client signs in there and Apple's here`() throws {
        let secret = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try Data("the secret".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        let file = Self.real.replacingOccurrences(of: "/no/secret", with: secret.path)
        let mine = try #require(AppID("mine"))
        let configuration = try Self.read(file, role: .additional)
        #expect(configuration.server.webClients[mine, .google]?.provider == .google())
        #expect(configuration.clients.map(\.provider) == [.apple])
        // Google does not redirect to an address of a local network.
        let lan = try DevelopmentAddresses(lan: "192.168.1.20", port: 8080, providerPort: 8081)
        let onPhone = try Self.read(file, addresses: lan, role: .additional)
        #expect(onPhone.server.webClients[mine, .google] == nil)
        #expect(Set(onPhone.clients.map(\.provider)) == [.apple, .google])
    }

    @Test func `a missing secret that is needed throws an error`() throws {
        #expect(throws: ConfigurationError.self) { try Self.read(Self.real, role: .additional) }
    }

    @Test func `a mistake in the file is reported with its path`() {
        #expect {
            try Self.read(#"{"apps": {"mine": {"providers": {"appel": {}}}}}"#)
        } throws: { error in
            (error as? ConfigurationError)?.path == "apps.mine.providers.appel"
        }
    }

    @Test(arguments: [DevelopmentServices.Role.replacing, .additional])
    func `a development configuration is rejected for production`(role: DevelopmentServices.Role) throws {
        let server = try Self.read(nil, role: role).server
        #expect(throws: ConfigurationError.self) { try server.forProduction() }
    }

    @Test func `production rejects an additional unencrypted host`() throws {
        var server = try Self.read(nil).server
        server.developmentServices = nil
        #expect(throws: Never.self) { try server.forProduction() }
        server.hosts.append("192.168.1.20")
        #expect(throws: ConfigurationError.self) { try server.forProduction() }
    }
}
