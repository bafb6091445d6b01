import Foundation
import Logging
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSQLite
import Testing

@testable import SesameOperations

struct DoctorMachineTests {
    private let rig: DoctorRig
    private let keys = Array(#"{"keys": []}"#.utf8)

    init() throws {
        rig = try DoctorRig()
    }

    private static let httpDate = "Fri, 15 Jan 2027 08:00:00 GMT"
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    private func answering(
        date: String? = DoctorMachineTests.httpDate, status: Int = 200, age: String? = nil
    ) -> Doctor.Fetch {
        { [keys] _ async throws(HTTPClientError) in
            let headers = [("Date", date), ("Age", age)].compactMap { name, value in value.map { (name, $0) } }
            return OutgoingResponse(status: status, headers: headers, body: keys)
        }
    }

    @Test func `being offline is a fault, and the other checks still run`() async {
        let findings = await rig.findings { _ async throws(HTTPClientError) in throw .unreachable }
        for provider in ["apple", "google"] {
            #expect(findings.first(.fault, provider)?.found.contains("offline") == true)
        }
        #expect(findings.first(.ok, "configuration") != nil)
    }

    @Test func `an untrusted certificate and a response without keys are faults`() async {
        let untrusted = await rig.findings { _ async throws(HTTPClientError) in throw .untrusted }
        #expect(untrusted.first(.fault, "google")?.fix?.contains("ca-certificates") == true)
        let portal = await rig.findings { _ async throws(HTTPClientError) in
            OutgoingResponse(status: 200, body: Array("<html>".utf8))
        }
        #expect(portal.first(.fault, "apple")?.found.contains("no keys") == true)
        let failing = await rig.findings(fetch: answering(status: 500))
        #expect(failing.first(.fault, "apple")?.found.contains("500") == true)
    }

    @Test func `the doctor adds a note when it may not use the network`() async {
        #expect(await rig.findings(fetch: nil).first(.note, "network") != nil)
    }

    @Test(arguments: [
        (0.0, Finding.Level.ok), (30, .ok), (31, .fault), (-30, .ok), (-31, .fault), (7_200, .fault),
    ])
    func `a clock more than 30 seconds off is a fault`(_ seconds: Double, _ level: Finding.Level) async {
        let findings = await rig.findings(now: Self.date.addingTimeInterval(seconds), fetch: answering())
        let finding = findings.first { $0.subject == "clock" }
        #expect(finding?.level == level)
        if level == .fault {
            #expect(finding?.found.hasSuffix(seconds > 0 ? "fast" : "slow") == true)
            #expect(finding?.fix == "timedatectl set-ntp true")
        }
    }

    @Test func `a response's age in a cache does not count as a clock error`() async {
        let findings = await rig.findings(
            now: Self.date.addingTimeInterval(3_600), fetch: answering(age: "3595"))
        #expect(findings.first(.ok, "clock")?.found == "within 5 s of the providers' clocks")
    }

    @Test func `a data folder that is a file, writable by everyone or uncreatable is a fault`()
        async throws
    {
        let file = try rig.write("file", "")
        #expect(await rig.faults(rig.settings(["dataDir": .string(file)])).contains { $0.contains("is not a folder") })
        let open = rig.path("open")
        try FileManager.default.createDirectory(
            atPath: open, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        #expect(
            await rig.findings(rig.settings(["dataDir": .string(open)])).first(.fault, "dataDir")?.fix
                == "chmod 700 \(open)")
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: open)
        #expect(await rig.findings(rig.settings(["dataDir": .string(open)])).first(.note, "dataDir") != nil)
        if geteuid() != 0 {
            #expect(await rig.faults(rig.settings(["dataDir": "/sesame"])).contains { $0.contains("cannot create it") })
        }
    }

    @Test func `a data folder in use by a server is fine`() async throws {
        let storage = try SQLiteStorage(folder: rig.path("data"))
        #expect(await rig.findings().first(.ok, "dataDir")?.found.contains("is in use by a server") == true)
        storage.close()
        #expect(await rig.findings().first(.ok, "dataDir")?.found.contains("no signing key yet") == true)
    }

    @Test func `a key that the data was not encrypted with is a fault`() async throws {
        let storage = try SQLiteStorage(folder: rig.path("data"))
        _ = try await KeyRing(
            storage: storage, environment: RuntimeEnvironment(), masterKey: try MasterKey.read(rig.path("key")),
            schedule: KeyRotationSchedule())
        storage.close()
        #expect(await rig.faults() == [])
        try KeyFile.generate(at: rig.path("other"), setting: "keyFile")
        let faults = await rig.faults(rig.settings(["keyFile": .string(rig.path("other"))]))
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("keyFile: '\(rig.path("other"))' is not the key of the data") == true)
    }

    @Test func `an interrupted restore in the data folder is a fault`() async throws {
        try SQLiteStorage(folder: rig.path("data")).close()
        try FileManager.default.createDirectory(
            atPath: rig.path("data/restoring"), withIntermediateDirectories: false)
        #expect(await rig.findings().first(.fault, "dataDir")?.fix?.contains("sesame restore") == true)
    }

    @Test func `a deletion journal that is unwritable or malformed is a fault`() async throws {
        func finding(_ file: String) async -> Finding? {
            await rig.findings(rig.settings(["deletionJournal": .string(file)])).first {
                $0.subject == "deletionJournal"
            }
        }
        let missing = await finding(rig.path("none/deletions.jsonl"))
        #expect(missing?.level == .fault && missing?.fix?.hasSuffix(rig.path("none")) == true)
        #expect(await finding(rig.path("deletions.jsonl"))?.level == .ok)
        #expect(!FileManager.default.fileExists(atPath: rig.path("deletions.jsonl")))
        let torn = await finding(try rig.write("torn.jsonl", "nothing of ours\n"))
        #expect(torn?.level == .fault && torn?.found.contains("line 1 of") == true)
        // The default journal is checked at its own path.
        try SQLiteStorage(folder: rig.path("data")).close()
        #expect(!(await rig.findings().contains { $0.subject == "deletionJournal" }))
        try rig.write("data/deletions.jsonl", "nothing of ours\n")
        #expect(await rig.findings().first(.fault, "deletionJournal") != nil)
    }

    @Test func `the doctor leaves an unused data folder empty`() async throws {
        try FileManager.default.createDirectory(
            atPath: rig.path("data"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(await rig.faults() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: rig.path("data")) == [])
    }

    @Test func `an address in use by another program, or missing on this machine, is a fault`() async throws {
        let none = Surface(name: "none", routes: []) { problem, _ in .text("", status: problem.status) }
        let other = HTTPServer(
            configuration: HTTPServerConfiguration(port: 0, eventLoopCount: 1), router: Router(surfaces: [none]),
            logger: Logger(label: "test"))
        let address = "127.0.0.1:\(try await other.start())"
        let settings = rig.settings(["listen": .string(address), "metricsListen": "192.0.2.1:9464"])
        let findings = await rig.findings(settings)
        #expect(findings.first(.fault, "metricsListen")?.found.hasSuffix("this machine has no such address") == true)
        #expect(findings.first(.fault, "listen")?.found == "\(address): another program is already listening there")
        // While a server uses the data, it also uses the addresses.
        let storage = try SQLiteStorage(folder: rig.path("data"))
        #expect(await rig.faults(settings) == [])
        storage.close()
        await other.shutdown()
    }

    @Test func `an invalid database file is a fault`() async throws {
        try FileManager.default.createDirectory(
            atPath: rig.path("data"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try rig.write("data/sesame.db", "this is no database, and longer than a header would be".padded)
        #expect(await rig.faults().contains { $0.hasPrefix("dataDir") })
    }

    @Test func `signing keys older than their lifetime are a note`() {
        func key(_ days: Double) -> [SealedSigningKey] {
            let start = Self.date.addingTimeInterval(-days * 86_400)
            return [SealedSigningKey(id: "k", sealed: [], publishedAt: start, signsFrom: start)]
        }
        #expect(DataFolderCheck.finding(of: key(90), at: Self.date).level == .ok)
        #expect(DataFolderCheck.finding(of: key(92), at: Self.date).level == .note)
    }

    @Test func `low free space is a note, and very low free space is a fault`() {
        #expect(DataFolderCheck.finding(ofFree: 2 << 30) == nil)
        #expect(DataFolderCheck.finding(ofFree: 500 << 20)?.level == .note)
        #expect(DataFolderCheck.finding(ofFree: 99 << 20)?.level == .fault)
    }

    @Test func `a low limit on open files and running as root are notes`() async {
        let installation = Installation([], subjects: Doctor.Options(), now: Self.date, fetch: nil, greet: nil)
        let few = await SystemCheck(limit: 1_024, user: 1_000).findings(installation)
        #expect(few.map(\.level) == [.note] && few[0].fix?.contains("LimitNOFILE=65536") == true)
        #expect(await SystemCheck(limit: 65_536, user: 0).findings(installation).map(\.level) == [.note])
        #expect(await SystemCheck(limit: 4_096, user: 1).findings(installation).map(\.level) == [.ok])
    }

    @Test(arguments: [
        ("/readyz", 503, "{}", "not ready"), ("/.well-known/jwks.json", 200, #"{"keys": []}"#, "contains no keys"),
        ("/.well-known/oauth-authorization-server", 200, #"{"issuer": "https://other.example.com"}"#, "its issuer is"),
    ])
    func `a server that is not ready, has no keys or has another issuer is a fault`(
        _ path: String, _ status: Int, _ body: String, _ found: String
    ) async {
        var subjects = Doctor.Options()
        subjects.server = "https://sign-in.example.com/"
        let findings = await rig.findings(subjects: subjects) { url async throws(HTTPClientError) in
            guard !url.hasSuffix(path) else { return OutgoingResponse(status: status, body: Array(body.utf8)) }
            return OutgoingResponse(status: 200, body: Array(Self.bodies[url] ?? "{}".utf8[...]))
        }
        #expect(findings.first { $0.found.contains(found) }?.level == .fault)
    }

    private static let bodies: [String: Substring.UTF8View] = [
        "https://sign-in.example.com/.well-known/jwks.json":
            """
        {"keys": [{"kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "k", "use": "sig", \
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
        """[...].utf8,
        "https://sign-in.example.com/.well-known/oauth-authorization-server":
            #"{"issuer": "https://sign-in.example.com"}"#[...].utf8,
    ]

    @Test func `a server that matches the configuration is fine, and an unreachable one is a fault`() async {
        var subjects = Doctor.Options()
        subjects.server = "https://sign-in.example.com"
        let good = await rig.findings(subjects: subjects) { url async throws(HTTPClientError) in
            OutgoingResponse(status: 200, body: Array(Self.bodies[url] ?? "{}".utf8[...]))
        }
        #expect(good.first(.ok, "sign-in.example.com")?.found == "ready; 1 signing keys are published")
        let away = await rig.findings(subjects: subjects) { _ async throws(HTTPClientError) in throw .unreachable }
        #expect(
            away.first(.fault, "sign-in.example.com")?.fix
                == "systemctl status sesame nginx; as configured, the server listens on 127.0.0.1:0")
    }
}

extension String {
    fileprivate var padded: String { self + String(repeating: ".", count: 4_096) }
}
