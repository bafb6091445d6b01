import Foundation
import Logging
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameWire
import Testing

@testable import SesameNativeSurface
@testable import SesameOperations
@testable import SesameServer
@testable import SesameSurface

struct AdminTests {
    private let rig: ServerRig
    private let router: Router
    private let bootstrap: AdminBootstrap
    private let folder: URL

    init() async throws {
        rig = try await ServerRig()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        bootstrap = AdminBootstrap(folder: folder.path)
        router = Router(surfaces: [
            AdminAPI(
                accounts: rig.accounts, apps: rig.apps, build: BuildInfo.current.json, bootstrap: bootstrap,
                log: SecurityLog(logger: Logger(label: "test"))
            ).surface()
        ])
    }

    private func answer(
        _ method: HTTPMethod, _ path: String, _ authorization: [String], body: JSONValue? = nil
    ) async throws -> HTTPResponse {
        var headers = HTTPHeaders(body == nil ? [] : [("Content-Type", "application/json")])
        for value in authorization { headers.add(name: "Authorization", value: value) }
        let request = try HTTPRequest(
            method: method, target: "/admin/v1/\(path)", headers: headers, body: body?.serialized() ?? [])
        return await router.answer(request)
    }

    private func key(_ scopes: Set<AdminScope> = Set(AdminScope.allCases), apps: Set<AppID>? = nil) async throws
        -> String
    {
        let context = RequestContext(requestID: "test")
        let first = try await rig.accounts.adminKeys.makeDevelopmentAdminKey(context: context)
        let maker = try await rig.accounts.adminKeys.authenticate(adminKey: first, context: context)
        return try await rig.accounts.adminKeys.createAdminKey(
            try AdminKeyRequest(name: "test", scopes: scopes, apps: apps), by: maker, context: context
        ).text.exposed
    }

    private var secret: String {
        get throws { try String(contentsOf: folder.appendingPathComponent("bootstrap"), encoding: .utf8) }
    }

    @Test func `an imported user's id is accepted as an event filter, and an invalid id is rejected`() async throws {
        let key = try await key()
        for (id, status) in [("user.1@old:7", HTTPResponseStatus.ok), ("%22", .badRequest), ("%3C7", .badRequest)] {
            #expect(try await answer(.GET, "events?app=couple&uid=\(id)", ["Bearer \(key)"]).status == status)
        }
    }

    @Test func `only a valid admin key is accepted`() async throws {
        let key = try await key()
        for authorization in [
            [], ["Bearer x"], ["Bearer \(key)x"], ["Bearer \(key.dropLast())"], ["Basic \(key)"],
            ["Bearer \(key)", "Bearer \(key)"],
        ] {
            for (method, path) in [
                (.GET, "apps"), (.GET, "keys/current"), (.GET, "events"), (.GET, "apps/couple/users"),
            ] as [(HTTPMethod, String)] {
                let answer = try await answer(method, path, authorization)
                #expect(answer.status == .unauthorized && answer.headers["WWW-Authenticate"].count == 1)
                #expect(!answer.text.contains(key.suffix(52)))
            }
        }
        #expect(try await answer(.GET, "apps", ["Bearer \(key)"]).status == .ok)
    }

    /// The requests for which a key needs exactly one scope, each with the scope.
    static let doors: [(AdminScope, HTTPMethod, String, JSONValue?)] = [
        (.usersRead, .GET, "apps/couple/users", nil), (.usersRead, .GET, "apps/couple/users/none", nil),
        (.usersWrite, .POST, "apps/couple/users/none/disable", nil),
        (.usersWrite, .POST, "apps/couple/users/none/enable", nil),
        (.usersWrite, .DELETE, "apps/couple/users/none", nil),
        (.usersExport, .GET, "apps/couple/users/none/export", nil),
        (.sessionsRead, .GET, "apps/couple/users/none/sessions", nil),
        (.sessionsWrite, .DELETE, "apps/couple/users/none/sessions", nil),
        (.sessionsWrite, .DELETE, "apps/couple/users/none/sessions/none", nil), (.eventsRead, .GET, "events", nil),
        (.pushSend, .GET, "apps/couple/push/none", nil),
        (.pushSend, .POST, "apps/couple/push", ["to": ["topic": "news"], "data": ["k": "v"]]),
        (.keysRead, .GET, "keys", nil), (.keysRead, .GET, "keys/none", nil), (.keysRead, .GET, "signing-keys", nil),
        (.keysWrite, .POST, "keys", ["name": "n", "scopes": ["keys:write"]]),
        (.keysWrite, .DELETE, "keys/none", nil), (.keysWrite, .POST, "signing-keys/rotate", nil),
    ]

    @Test(arguments: 0..<doors.count)
    func `a request needs its own scope, and no other scope allows it`(number: Int) async throws {
        let (scope, method, path, body) = Self.doors[number]
        let others = try await key(Set(AdminScope.allCases).subtracting([scope]))
        let refused = try await answer(method, path, ["Bearer \(others)"], body: body)
        // The deletion reports that its target, the key `none`, does not exist before it checks the scope.
        #expect(refused.status == (path == "keys/none" && method == .DELETE ? .notFound : .forbidden))
        let taken = try await answer(method, path, ["Bearer \(try await key([scope]))"], body: body)
        #expect(![.unauthorized, .forbidden].contains(taken.status), "\(taken.text)")
    }

    @Test func `a key for one app cannot read other apps or the server's data`() async throws {
        let couple = try #require(AppID("couple"))
        let key = "Bearer " + (try await key(apps: [couple]))
        for path in ["users", "users/none", "users/none/sessions", "push/none"] {
            let other = try await answer(.GET, "apps/castmate/\(path)", [key])
            let none = try await answer(.GET, "apps/none/\(path)", [key])
            #expect(other.status == .notFound && none.status == .notFound)
            #expect(other.text.split(separator: "requestID").first == none.text.split(separator: "requestID").first)
        }
        #expect(try await answer(.GET, "apps/couple/users", [key]).status == .ok)
        #expect(try await answer(.GET, "events", [key]).status == .forbidden)
        #expect(try await answer(.GET, "events?app=castmate", [key]).status == .notFound)
        #expect(try await answer(.GET, "events?app=couple", [key]).status == .ok)
        #expect(try await answer(.GET, "signing-keys", [key]).status == .forbidden)
        #expect(try await answer(.POST, "signing-keys/rotate", [key]).status == .forbidden)
        let apps = try await answer(.GET, "apps", [key]).text
        #expect(apps.contains("couple") && !apps.contains("castmate"))
        let keys = try await answer(.GET, "keys", [key]).text
        #expect(keys.contains(#""name":"test""#) && !keys.contains("sesame dev"))
    }

    @Test(
        arguments: [
            ["name": "n"], ["scopes": ["users:read"]], ["name": "n", "scopes": ["users"]], ["name": "n", "scopes": []],
            ["name": "n", "scopes": ["users:read"], "apps": ["none"]],
            ["name": "n", "scopes": ["users:read"], "apps": []],
            ["name": "n", "scopes": ["users:read"], "days": 401], ["name": 1, "scopes": ["users:read"]],
            ["name": "n", "scopes": ["users:read"], "id": "0000000000000"],
            ["name": "n", "scopes": ["users:read"], "expirationTime": 9_999_999_999],
            ["name": "n", "scopes": ["users:read"], "digest": "00"],
        ] as [JSONValue])
    func `an invalid admin key request is rejected`(body: JSONValue) async throws {
        let answer = try await answer(.POST, "keys", ["Bearer \(try await key())"], body: body)
        #expect(answer.status == .badRequest)
    }

    @Test(arguments: [
        "events?uid=a", "events?kind=none", "events?cursor=1&after=1", "events?limit=0", "events?limit=201",
        "events?since=yesterday", "events?cursor=-1", "events?kinds=signed_in", "apps/couple/users?disabeld=true",
        "apps/couple/users?disabled=yes", "apps/couple/users?provider=magic", "apps/couple/users?limit=1e2",
        "apps/couple/users?createdSince=999999999999",
    ])
    func `a wrong or unknown parameter is rejected, not ignored`(path: String) async throws {
        #expect(try await answer(.GET, path, ["Bearer \(try await key())"]).status == .badRequest)
    }

    @Test func `the bootstrap secret makes one admin key and is then removed`() async throws {
        try bootstrap.open(at: rig.accounts.environment.now)
        let file = folder.appendingPathComponent("bootstrap").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let good = "Bearer " + (try secret.trimmingCharacters(in: .newlines))
        let body: JSONValue = ["name": "first"]
        #expect(try await answer(.POST, "bootstrap", [good + "x"], body: body).status == .unauthorized)
        #expect(try await answer(.GET, "apps", [good]).status == .unauthorized)
        let made = try await answer(.POST, "bootstrap", [good], body: body)
        #expect(made.status == .created && made.text.contains("sk_"))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(try await answer(.POST, "bootstrap", [good], body: body).status == .unauthorized)
    }

    @Test func `an expired bootstrap secret is rejected, and its file is removed`() async throws {
        try bootstrap.open(at: rig.accounts.environment.now)
        let good = "Bearer " + (try secret.trimmingCharacters(in: .newlines))
        bootstrap.expire(at: rig.accounts.environment.now.addingTimeInterval(3_599))
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("bootstrap").path))
        rig.advance(by: 3_600)
        #expect(try await answer(.POST, "bootstrap", [good], body: ["name": "first"]).status == .unauthorized)
        bootstrap.expire(at: rig.accounts.environment.now)
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("bootstrap").path))
    }

    @Test func `the bootstrap secret is rejected once an admin key can make others`() async throws {
        _ = try await key()
        try bootstrap.open(at: rig.accounts.environment.now)
        let good = "Bearer " + (try secret.trimmingCharacters(in: .newlines))
        #expect(try await answer(.POST, "bootstrap", [good], body: ["name": "first"]).status == .unauthorized)
    }

    @Test func `an admin API with its own address is not served at the public one`() async throws {
        let keyFile = folder.appendingPathComponent("key").path
        try MasterKey.generate(at: keyFile)
        let configuration = try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "http://127.0.0.1", "listen": "127.0.0.1:0", "adminListen": "127.0.0.1:0",
                 "dataDir": "\(folder.path)/data", "keyFile": "\(keyFile)",
                 "apps": {"couple": {"providers": {"anonymous": true}}}}
                """.utf8))
        let application = try await SesameApplication(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(application.port != application.adminPort)
        let client = HTTPClient(allowsPlainHTTP: true)
        for (port, admin, native) in [(application.port, 404, 401), (application.adminPort, 401, 404)] {
            let base = "http://127.0.0.1:\(port)"
            #expect(try await client.send(OutgoingRequest(url: base + "/admin/v1/apps")).status == admin)
            #expect(try await client.send(OutgoingRequest(url: base + "/v1/me")).status == native)
        }
        #expect(FileManager.default.fileExists(atPath: folder.path + "/data/bootstrap"))
        await client.shutdown()
        await application.shutdown()
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/bootstrap"))
    }
}
