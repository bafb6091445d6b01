import Crypto
import Foundation
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameTokens
import SesameWire
import Testing

@testable import SesameOperations
@testable import SesameSurface

struct ConfigurationTests {
    private static let shop = #"{"providers": {"google": {"clientIDs": ["web"]}, "anonymous": true}}"#

    /// Returns a configuration file with the members that every file needs.
    static func file(
        apps: String? = nil, publicURL: String = "https://sign-in.example.com", keyFile: String = "/etc/sesame/key",
        listen: String = "127.0.0.1:8080", more: String = ""
    ) -> [UInt8] {
        let apps = apps ?? "{\"shop\": \(shop)}"
        return Array(
            """
            {"publicURL": "\(publicURL)", "listen": "\(listen)", "dataDir": "/var/lib/sesame",
             "keyFile": "\(keyFile)", "apps": \(apps)\(more)}
            """.utf8)
    }

    private static func webhook(_ members: String) -> String { ", \"webhooks\": [{\(members)}]" }

    @Test func `a webhook is read with its secret and the previous one`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, length) in [("new", 32), ("old", 40), ("short", 31)] {
            try Data(String(repeating: "x", count: length).utf8).write(to: folder.appendingPathComponent(name))
        }
        func read(_ secret: String, url: String = "https://10.0.0.7/hook") throws -> ServerConfiguration {
            let members = """
                "url": "\(url)", "secretFile": "\(folder.path)/\(secret)",
                "previousSecretFile": "\(folder.path)/old", "events": ["account_deleted"], "apps": ["shop"]
                """
            return try ServerConfiguration(parsing: Self.file(more: Self.webhook(members))).forProduction()
        }
        let webhook = try #require(try read("new").webhooks.first)
        #expect(webhook.secrets.map(\.exposed.utf8.count) == [32, 40])
        #expect(webhook.kinds == [.accountDeleted] && webhook.apps?.map(\.description) == ["shop"])
        #expect(try read("new", url: "http://127.0.0.1:9/hook").webhooks.count == 1)
        #expect(throws: ConfigurationError.self) { try read("short") }
        let plain = try ServerConfiguration(parsing: Self.file(more: #", "eventDays": 7, "adminListen": "[::1]:8090""#))
        #expect(plain.eventRetentionDays == 7 && plain.adminListen?.host == "::1" && plain.adminListen?.port == 8090)
        let usual = try ServerConfiguration(parsing: Self.file())
        #expect(usual.forwardedHeader == .xForwarded && usual.logsTraces)
        #expect(
            try ServerConfiguration(parsing: Self.file(more: #", "proxyHeader": "Forwarded""#)).forwardedHeader
                == .forwarded
        )
        #expect(usual.eventRetentionDays == 90 && usual.adminListen == nil && usual.webhooks.isEmpty)
    }

    private static func texts(_ countries: String) -> String {
        #", "texts": {"url": "https://e.com", "countries": [\#(countries)]}"#
    }

    @Test func `an app with an Appwrite project has ten sessions per account unless it sets another limit`() throws {
        func most(_ app: String) throws -> Int? {
            try ServerConfiguration(parsing: Self.file(apps: "{\"a\": \(app)}")).apps.apps.values.first?.sessions
                .maxSessions
        }
        #expect(try most("{}") == 100)
        #expect(try most(#"{"appwrite": {"projectID": "x"}}"#) == 10)
        #expect(try most(#"{"appwrite": {"projectID": "x"}, "sessions": {"idleDays": 5}}"#) == 10)
        #expect(try most(#"{"appwrite": {"projectID": "x"}, "sessions": {"most": 50}}"#) == 50)
    }

    @Test func `an Appwrite project has its own origins, or the server's if it is the only app`() throws {
        func origins(_ apps: String, _ more: String = "") throws -> [String]? {
            let read = try ServerConfiguration(parsing: Self.file(apps: apps, more: more)).apps
            return read.app(appwriteProject: "x")?.appwrite?.origins
        }
        let (cors, project) = (#", "corsOrigins": ["https://a.example"]"#, #"{"appwrite": {"projectID": "x"}}"#)
        #expect(try origins("{\"a\": \(project)}", cors) == ["https://a.example"])
        #expect(try origins("{\"a\": \(project), \"b\": {}}") == [])
        let own = #"{"appwrite": {"projectID": "x", "origins": ["https://b.example:8443", "http://localhost:3000"]}}"#
        #expect(try origins("{\"a\": \(own), \"b\": {}}", cors) == ["https://b.example:8443", "http://localhost:3000"])
        #expect(try origins("{\"a\": \(own)}", cors) == ["https://b.example:8443", "http://localhost:3000"])
    }

    private static func problem(_ bytes: [UInt8]) -> String? {
        do {
            _ = try ServerConfiguration(parsing: bytes).forProduction()
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a minimal configuration is read`() throws {
        let configuration = try ServerConfiguration(parsing: Self.file()).forProduction()
        let app = try #require(configuration.apps.defaultApp)
        #expect(app.id.description == "shop")
        #expect(app.allowsAnonymous)
        #expect(app.providers[.google]?.clientIDs == ["web"])
        #expect(app.signUp == .implicit)
        #expect(app.mergeUndoPeriod == 86_400)
        #expect(configuration.hosts == ["127.0.0.1"] && configuration.port == 8080)
    }

    @Test(arguments: [(0, 0.0), (1, 3_600), (720, 2_592_000)])
    func `an app sets how long a merge can be undone`(hours: Int, lifetime: TimeInterval) throws {
        let bytes = Self.file(apps: "{\"a\": {\"mergeUndoHours\": \(hours)}}")
        #expect(try ServerConfiguration(parsing: bytes).apps.defaultApp?.mergeUndoPeriod == lifetime)
    }

    @Test(
        arguments: [
            ("", []), (#""secondFactors": {"totp": true, "phone": false}"#, [.totp]),
            (#""secondFactors": {"totp": true, "phone": true}"#, [.totp, .phone]),
        ] as [(String, Set<SecondFactor.Kind>)])
    func `an app sets which second factors can be added`(setting: String, kinds: Set<SecondFactor.Kind>) throws {
        let bytes = Self.file(apps: "{\"a\": {\(setting)}}")
        #expect(try ServerConfiguration(parsing: bytes).apps.defaultApp?.secondFactors.kinds == kinds)
    }

    @Test(arguments: [
        (file(apps: "{}"), "apps: must be an object with at least one app"),
        (file(apps: #"{"a b": {}}"#), "apps.a b: an app's name"),
        (file(apps: #"{"a": {"provider": {}}}"#), "apps.a.provider: unknown setting"),
        (file(apps: #"{"a": {"providers": {"google": {"clientIDs": []}}}}"#), "apps.a.providers.google.clientIDs"),
        (file(apps: #"{"a": {"signUp": "maybe"}}"#), "apps.a.signUp: must be one of implicit, explicit"),
        (file(apps: #"{"a": {"emailLinking": "always"}}"#), "apps.a.emailLinking: must be one of never, verified"),
        (file(apps: #"{"a": {"secondFactors": {"sms": true}}}"#), "apps.a.secondFactors.sms: unknown setting"),
        (file(apps: #"{"a": {"mergeUndoHours": 721}}"#), "apps.a.mergeUndoHours: must be an integer"),
        (
            file(apps: #"{"a": {"sessions": {"accessMinutes": 0}}}"#),
            "apps.a.sessions.accessMinutes: must be an integer"
        ),
        (file(apps: #"{"a": {"contract": {"accessDays": 91}}}"#), "apps.a.contract.accessDays"),
        (file(more: #", "defaultApp": "b""#), "defaultApp: no app has this name"),
        (file(more: #", "standIns": {}"#), "standIns: unknown setting"),
        (file(more: #", "apps": {}"#), "the file is not valid JSON"),
        (file(more: #", "proxyHeader": "forwarded""#), "proxyHeader: must be one of X-Forwarded-For, Forwarded"),
        (file(publicURL: "http://sign-in.example.com"), "publicURL: https is required"),
        (file(publicURL: "https://sign-in.example.com/"), "publicURL: must be a URL such as"),
        (file(keyFile: "/var/lib/sesame/key"), "keyFile: the key file must be outside the data folder"),
        (file(apps: #"{"a": {"guests": {"idleDays": 0}}}"#), "apps.a.guests.idleDays: must be an integer"),
        (
            file(apps: #"{"a": {"guests": {"cleanUp": "maybe"}}}"#),
            "apps.a.guests.cleanUp: must be one of on, dryRun, off"
        ),
        (file(apps: #"{"a": {"guests": {"days": 1}}}"#), "apps.a.guests.days: unknown setting"),
        (
            file(apps: #"{"a": {"appwrite": {"projectID": "no id"}}}"#),
            "apps.a.appwrite.projectID: must be up to 36 letters"
        ),
        (
            file(
                apps: #"{"a": {"appwrite": {"projectID": "x"}}, "b": {}}"#,
                more: #", "corsOrigins": ["https://a.example"]"#),
            "apps.a.appwrite.origins: name those of corsOrigins that belong to this app"
        ),
        (
            file(apps: #"{"a": {"appwrite": {"projectID": "x", "origins": ["https://a.example/"]}}}"#),
            "apps.a.appwrite.origins: must be origins as browsers write them"
        ),
        (file(apps: #"{"a": {"appwrite": {}}}"#), "apps.a.appwrite.projectID: this setting is required"),
        (
            file(apps: #"{"a": {"appwrite": {"projectID": "x"}}, "b": {"appwrite": {"projectID": "x"}}}"#),
            "apps: two apps have the same Appwrite project"
        ),
        (file(apps: #"{"a": {"sessions": {"most": 0}}}"#), "apps.a.sessions.most: must be an integer from 1 to 1000"),
        (
            file(more: #", "adminListen": "10.0.0.1:8090""#),
            "adminListen: must be a loopback address if trustedProxies is not set"
        ),
        (file(more: #", "adminListen": "8090""#), "adminListen: must be an address and a port"),
        (file(more: #", "eventDays": 91"#), "eventDays: must be an integer from 1 to 90"),
        (file(more: #", "eventDays": 0"#), "eventDays: must be an integer"),
        (file(more: webhook(#""url": "http://example.com/hook""#)), "webhooks[0].url: must be an https URL"),
        (file(more: webhook(#""url": "https://a:b@example.com/hook""#)), "webhooks[0].url: must be an https URL"),
        (file(more: webhook(#""url": "https://example.com/#f""#)), "webhooks[0].url: must be an https URL"),
        (file(more: webhook(#""url": "ftp://localhost/""#)), "webhooks[0].url: must be an https URL"),
        (file(more: webhook(#""url": "http://localhost.example.com/""#)), "webhooks[0].url: must be an https URL"),
        (
            file(more: webhook(#""url": "https://e.com", "events": ["signed_up"]"#)),
            "webhooks[0].events: unknown event kind"
        ),
        (file(more: webhook(#""url": "https://e.com", "events": []"#)), "webhooks[0].events: name at least one"),
        (file(more: webhook(#""url": "https://e.com", "apps": ["other"]"#)), "webhooks[0].apps: unknown app"),
        (file(more: webhook(#""url": "https://e.com", "apps": []"#)), "webhooks[0].apps: name at least one"),
        (file(more: webhook(#""url": "https://e.com""#)), "webhooks[0].secretFile: this setting is required"),
        (file(more: webhook(#""url": "https://e.com", "secretFile": "/nowhere""#)), "webhooks[0].secretFile:"),
        (file(more: webhook(#""url": "https://e.com", "key": "k""#)), "webhooks[0].key: unknown setting"),
        (file(apps: #"{"a": {"push": {"deviceDays": 0}}}"#), "apps.a.push.deviceDays: must be an integer"),
        (file(more: #", "rateLimits": false"#), "rateLimits: a JSON object is required"),
        (
            file(more: #", "rateLimits": {"logins": {}}"#),
            "rateLimits.logins: unknown setting; the known settings here are requests"
        ),
        (
            file(more: #", "rateLimits": {"guests": {"perMinute": 0}}"#),
            "rateLimits.guests.perMinute: must be an integer"
        ),
        (file(more: #", "rateLimits": {"guests": {"perHour": 1}}"#), "rateLimits.guests.perHour: unknown setting"),
        (
            file(more: #", "rateLimits": {"exempt": ["here"]}"#),
            "rateLimits.exempt: must be addresses or networks such as"
        ),
        (file(apps: #"{"a": {"rateLimits": {"guests": {}}}}"#), "apps.a.rateLimits.guests: unknown setting"),
        (file(apps: #"{"a": {"rateLimits": {"exempt": []}}}"#), "apps.a.rateLimits.exempt: unknown setting"),
        (file(more: #", "rateLimits": {"textsPerDay": 5}"#), "rateLimits.textsPerDay: a JSON object is required"),
        (
            file(more: #", "rateLimits": {"textsPerDay": {"app": 0}}"#),
            "rateLimits.textsPerDay.app: must be an integer from 1 to 1000000"
        ),
        (
            file(more: #", "rateLimits": {"mailsPerDay": {"country": 5}}"#),
            "rateLimits.mailsPerDay.country: unknown setting; the known settings here are receiver, app"
        ),
        (
            file(apps: #"{"a": {"rateLimits": {"textsPerDay": {"user": 5}}}}"#),
            "apps.a.rateLimits.textsPerDay.user: unknown setting"
        ),
        (file(more: texts(#""33""#)), "texts.countries: must be country calling codes such as +33"),
        (file(more: texts(#""FR""#)), "texts.countries: must be country calling codes such as +33"),
        (file(more: texts(#""+33", "+1", "+1212""#)), "texts.countries: +1 and +1212 overlap"),
        (file(more: texts(#""+1212", "+1""#)), "texts.countries: +1212 and +1 overlap"),
        (file(more: texts(#""+33", "+33""#)), "texts.countries: +33 and +33 overlap"),
        (
            file(more: #", "texts": {"url": "https://e.com", "countries": "+33"}"#),
            "texts.countries: must be a list of non-empty strings"
        ),
        (file(more: texts(#""+33""#)), "texts.secretFile: this setting is required"),
        (file(more: #", "metricsListen": "9464""#), "metricsListen: must be an address and a port"),
        (file(apps: #"{"a": {"push": {"file": "x"}}}"#), "apps.a.push.file: unknown setting"),
        (file(apps: #"{"a": {"push": {"serviceAccountFile": "/nowhere"}}}"#), "apps.a.push.serviceAccountFile:"),
        (file(apps: #"{"a": {"push": {"serviceAccountFile": "/etc/hostname"}}}"#), "apps.a.push.serviceAccountFile:"),
        (
            file(apps: #"{"a": {"sessions": {"idleDays": 7}, "contract": {"accessDays": 8}}}"#),
            "apps.a.contract.accessDays"
        ),
        (file(apps: #"{"a": {"hosts": ["A.example.com"]}, "b": {"hosts": ["a.example.com"]}}"#), "apps: two apps"),
        (
            file(apps: #"{"a": {"contract": {"default": true}}, "b": {"contract": {"default": true}}}"#),
            "apps: only one"
        ),
        (
            file(apps: #"{"a": {"redirectURIs": ["https://a.example.com/#x"]}}"#),
            "apps.a.redirectURIs: must be absolute URLs without a fragment"
        ),
        (
            file(apps: #"{"a": {"redirectURIs": ["http://a.example.com/"]}}"#),
            "apps.a.redirectURIs: must be absolute URLs without a fragment"
        ),
        (
            file(apps: #"{"a": {"providers": {"google": {"clientIDs": ["w"], "webClientID": "w"}}}}"#),
            "apps.a.providers.google.clientSecretFile: exactly one of"
        ),
        (
            file(apps: #"{"a": {"providers": {"google": {"clientIDs": ["w"], "clientSecretFile": "/no"}}}}"#),
            "apps.a.providers.google.webClientID: this setting is required"
        ),
        (
            file(
                apps: #"""
                    {"a": {"providers": {"google": {"clientIDs": ["w"], "webClientID": "w",
                    "clientSecretEnvironment": "SESAME_TEST_UNSET"}}}}
                    """#), "apps.a.providers.google.clientSecretEnvironment: the environment variable"
        ),
        (
            file(
                apps: #"""
                    {"a": {"providers": {"apple": {"clientIDs": ["b"], "servicesID": "s", "teamID": "T", "keyID": "K",
                    "keyFile": "/etc/passwd"}}}}
                    """#), "apps.a.providers.apple.keyFile: '/etc/passwd' contains no P-256 key"
        ),
        (
            file(apps: #"{"a": {"providers": {"apple": {"clientIDs": ["b"], "servicesID": "s"}}}}"#),
            "apps.a.providers.apple.teamID: a Services ID requires"
        ),
        (
            file(apps: #"{"a": {"providers": {"apple": {"clientIDs": ["b"], "teamID": "T"}}}}"#),
            "apps.a.providers.apple.keyFile: this setting is required"
        ),
        (
            file(apps: #"{"a": {"providers": {"apple": {"clientIDs": ["b"], "webClientID": "w"}}}}"#),
            "apps.a.providers.apple.webClientID: unknown setting"
        ),
        (file(listen: "0.0.0.0:8080"), "listen: must be a loopback address if trustedProxies is not set"),
        (Array("{".utf8), "the file is not valid JSON"),
        (Array(#"{"publicURL": "https://a.example.com"}"#.utf8), "dataDir: this setting is required"),
    ])
    func `a configuration error names the setting at fault`(file: [UInt8], message: String) throws {
        let problem = try #require(Self.problem(file))
        #expect(problem.hasPrefix(message), "\(problem)")
    }

    @Test func `guests are removed after ninety idle days, or as the session or guest settings say`()
        throws
    {
        func policy(_ app: String) throws -> GuestPolicy? {
            try ServerConfiguration(parsing: Self.file(apps: "{\"a\": \(app)}")).apps.defaultApp?.guests
        }
        #expect(try policy("{}") == GuestPolicy(idleTimeout: 90 * 86_400, mode: .on))
        #expect(try policy(#"{"sessions": {"idleDays": 200}}"#)?.idleTimeout == 200 * 86_400)
        #expect(
            try policy(#"{"sessions": {"idleDays": 200}, "guests": {"cleanUp": "off"}}"#)
                == GuestPolicy(idleTimeout: 200 * 86_400, mode: .off))
        #expect(
            try policy(#"{"guests": {"idleDays": 30, "cleanUp": "dryRun"}}"#)
                == GuestPolicy(idleTimeout: 30 * 86_400, mode: .dryRun))
    }

    @Test func `the deletion journal is in the data folder unless the configuration sets another path`() throws {
        #expect(try ServerConfiguration(parsing: Self.file()).journalFile == "/var/lib/sesame/deletions.jsonl")
        let other = Self.file(more: #", "deletionJournal": "/mnt/other/deletions.jsonl""#)
        #expect(try ServerConfiguration(parsing: other).journalFile == "/mnt/other/deletions.jsonl")
    }

    @Test func `a server on loopback needs no TLS`() {
        #expect(Self.problem(Self.file(publicURL: "http://127.0.0.1:8080")) == nil)
        #expect(Self.problem(Self.file(publicURL: "http://127.0.0.1.example.com")) != nil)
    }

    @Test func `web clients are read with their secrets, which are not printed`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pem = P256.Signing.PrivateKey().pemRepresentation
        try Data(pem.utf8).write(to: URL(fileURLWithPath: folder + "/key.p8"))
        try Data("the secret\n".utf8).write(to: URL(fileURLWithPath: folder + "/secret"))
        let apps = """
            {"a": {"redirectURIs": ["https://a.example.com/back"], "loopbackRedirects": false, "providers": {
            "google": {"clientIDs": ["w"], "webClientID": "w", "clientSecretFile": "\(folder)/secret"},
            "apple": {"clientIDs": ["b"], "servicesID": "s", "teamID": "T", "keyID": "K", "keyFile": "\(folder)/key.p8"}
            }}}
            """
        let configuration = try ServerConfiguration(parsing: Self.file(apps: apps))
        let app = try #require(configuration.apps.defaultApp)
        #expect(app.redirects.allows("https://a.example.com/back"))
        #expect(!app.redirects.allows("http://127.0.0.1:1/"))
        let clients = [configuration.webClients[app.id, .google], configuration.webClients[app.id, .apple]]
        #expect(clients.map { $0?.clientID } == ["w", "s"])
        guard case .secret(let secret) = clients[0]?.proof, case .team(let team) = clients[1]?.proof
        else { throw ConfigurationError("webClients", "missing") }
        #expect(secret.exposed == "the secret" && team.id == "T" && team.key.keyID == "K")
        #expect(configuration.webClients.providers(of: app) == [.apple, .google])
        #expect(!String(reflecting: configuration).contains("the secret"))
        #expect(!String(reflecting: configuration).contains("PRIVATE"))
    }

    @Test func `an Apple team's key needs no Services ID and belongs to its app only`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: URL(fileURLWithPath: folder + "/key.p8"))
        let apps = """
            {"a": {"providers": {"apple": {
            "clientIDs": ["b"], "teamID": "T", "keyID": "K", "keyFile": "\(folder)/key.p8"}}},
            "b": {"providers": {"apple": {"clientIDs": ["c"]}}}}
            """
        let configuration = try ServerConfiguration(parsing: Self.file(apps: apps))
        let (first, second) = (try #require(AppID("a")), try #require(AppID("b")))
        #expect(configuration.appleTeams[first]?.id == "T")
        #expect(configuration.appleTeams[second] == nil)
        #expect(configuration.webClients[first, .apple] == nil)
    }

    @Test func `a client secret is issued a minute in the past and expires in five minutes`() throws {
        let key = P256.Signing.PrivateKey()
        let appleKey = try #require(AppleKey(keyID: "K", pem: Secret(key.pemRepresentation)))
        let team = AppleTeam(id: "T", key: appleKey)
        let secret = try team.clientSecret(for: "client", at: Date(timeIntervalSince1970: 1_800_000_000.9))
        let token = try CompactJWS(parsing: secret.exposed)
        let point = Array(key.publicKey.rawRepresentation)
        try token.verify(
            with: JSONWebKey(p256X: Array(point.prefix(32)), y: Array(point.suffix(32)), keyID: nil), algorithm: .es256)
        #expect(token.header.keyID == "K")
        #expect(
            try token.claims() == [
                "iss": "T", "iat": 1_799_999_940, "exp": 1_800_000_300, "aud": "https://appleid.apple.com",
                "sub": "client",
            ])
    }

    @Test func `each client id may have its own nonce form`() throws {
        let apps = #"""
            {"a": {"providers": {"apple": {"clientIDs": ["native", "web"], "nonceByClientID": {"web": "raw"}}}}}
            """#
        let app = try #require(try ServerConfiguration(parsing: Self.file(apps: apps)).apps.defaultApp)
        let apple = try #require(app.providers[.apple])
        #expect(apple.nonceForms == ["web": .raw])
        #expect(apple.defaultNonceForm == .sha256Hex)
    }

    @Test func `each provider's setting decides what happens to users deleted there`() throws {
        let apps = #"""
            {"a": {"providers": {"apple": {"clientIDs": ["native"], "deletedPeople": "keep"},
                                 "google": {"clientIDs": ["web"]}}}}
            """#
        let app = try #require(try ServerConfiguration(parsing: Self.file(apps: apps)).apps.defaultApp)
        #expect(app.providers[.apple]?.deletedPeople == .keep)
        #expect(app.providers[.google]?.deletedPeople == .delete)
    }
}
