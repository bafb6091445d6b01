import Foundation
import SesameAccounts
import SesameCore
import SesameSQLite
import SesameTokens
import Testing

@testable import SesameOperations

struct DoctorSettingsTests {
    private let rig: DoctorRig

    init() throws {
        rig = try DoctorRig()
    }

    @Test func `a server without trusted proxies is a note`() async {
        #expect(await rig.findings().first(.note, "trustedProxies") != nil)
        let behind = await rig.findings(rig.settings(["trustedProxies": ["127.0.0.1"]]))
        #expect(behind.first(.note, "trustedProxies") == nil)
    }

    @Test func `a valid installation has no faults`() async {
        let findings = await rig.findings()
        #expect(findings.filter { $0.level == .fault } == [])
        #expect(findings.first(.ok, "configuration")?.found.contains("shop") == true)
        #expect(findings.first(.ok, "keyFile") != nil)
    }

    @Test func `one fault does not hide the others`() async {
        let faults = await rig.faults([
            "publicURL": "sign-in.example.com", "listen": "8080", "dataDir": .string(rig.path("data")),
            "keyFile": .string(rig.path("nowhere")), "trustedProxies": ["proxy"], "colour": "red",
            "apps": [
                "shop": [
                    "signUp": "maybe", "sessions": ["accessMinutes": 0],
                    "providers": ["google": ["clientIDs": []], "apple": ["clientIDs": ["a.b"], "teamID": "T"]],
                ],
                "my.club": ["redirectURIs": ["http://example.com/"]],
            ],
        ])
        let subjects = faults.map { $0.split(separator: ": ").first.map(String.init) ?? "" }
        #expect(
            Set(subjects)
                == [
                    "publicURL", "listen", "keyFile", "trustedProxies", "colour", "apps.shop.signUp",
                    "apps.shop.sessions.accessMinutes", "apps.shop.providers.google.clientIDs",
                    "apps.shop.providers.apple.keyFile", "apps.shop.providers.apple.teamID", "apps.my.club",
                ])
        #expect(subjects.count == Set(subjects).count)
    }

    @Test func `each missing setting is reported once`() async throws {
        let findings = await rig.findings([:])
        for name in ["publicURL", "dataDir", "keyFile", "apps"] {
            let finding = try #require(findings.first(.fault, name))
            #expect(finding.fix?.contains("\"\(name)\": ") == true || name == "keyFile")
        }
        #expect(findings.count { $0.level == .fault } == 4)
    }

    @Test func `the cure for an invalid nonce form names the valid ones`() async {
        let finding = await rig.findings(rig.settings("google", ["nonce": "sha256"])).first(.fault, "nonce")
        for form in NonceForm.allCases { #expect(finding?.fix?.contains("\"\(form.rawValue)\"") == true) }
    }

    @Test func `invalid JSON is reported with its line`() async {
        let doctor = Doctor(configuration: Array("{\n  \"publicURL\": \"x\",\n}".utf8), fetch: nil)
        let finding = await doctor.findings().first(.fault, "configuration")
        #expect(finding?.found.contains("line 3") == true)
    }

    @Test func `a key file that is readable by others, weak or in the data folder is a fault`() async throws {
        let open = try rig.write("open", "key", mode: 0o644)
        let weak = try rig.write("weak", "AAAA")
        try FileManager.default.createDirectory(atPath: rig.path("data"), withIntermediateDirectories: true)
        let cures = [(open, "chmod 600 \(open)"), (weak, "sesame keys generate --output /etc/sesame/key")]
        for (file, fix) in cures {
            let finding = await rig.findings(rig.settings(["keyFile": .string(file)])).first(.fault, "keyFile")
            #expect(finding?.fix == fix, "\(file)")
        }
        let inside = rig.path("data/key")
        try MasterKey.generate(at: inside)
        let finding = await rig.findings(rig.settings(["keyFile": .string(inside)])).first(.fault, "keyFile")
        #expect(finding?.found.contains("must be outside the data folder") == true)
        #expect(finding?.fix == #""keyFile": "/etc/sesame/key""#)
    }

    @Test func `a provider's secret file that is open to everyone or in the data folder is a fault`() async throws {
        try rig.write("google-secret", "GOCSPX-test", mode: 0o644)
        #expect(
            await rig.faults().contains {
                $0.contains("clientSecretFile") && $0.contains("accessible to every user")
            })
        try rig.write("google-secret", "GOCSPX-test", mode: 0o640)
        #expect(await rig.findings().first(.note, "clientSecretFile") != nil)
        try FileManager.default.createDirectory(atPath: rig.path("data"), withIntermediateDirectories: true)
        let inside = try rig.write("data/secret", "GOCSPX-test")
        let faults = await rig.faults(rig.settings("google", ["clientSecretFile": .string(inside)]))
        #expect(faults.contains { $0.contains("is in the data folder") })
    }

    @Test func `the mail server's certificates may be readable by everyone, but must be readable`() async throws {
        let certificates = try rig.write("ca.pem", "-----BEGIN CERTIFICATE-----", mode: 0o644)
        func settings(_ file: String) -> JSONObject {
            rig.settings([
                "mail": [
                    "server": "smtps://mail.example.com", "from": "sign-in@example.com", "authorityFile": .string(file),
                ]
            ])
        }
        #expect(await rig.findings(settings(certificates)).first(.ok, "mail.authorityFile") != nil)
        let missing = await rig.findings(settings(rig.path("none"))).first(.fault, "mail.authorityFile")
        #expect(missing?.fix?.contains("PEM") == true)
    }

    @Test func `an invalid Apple key file is a fault`() async throws {
        try rig.write("apple.p8", "-----BEGIN PRIVATE KEY-----")
        #expect(await rig.faults().contains { $0.hasPrefix("apps.shop.providers.apple.keyFile") })
    }

    @Test(
        arguments: [
            ("clientIDs", ["shop"], "neither a bundle ID"),
            ("clientIDs", ["com.ex ample"], "neither a bundle"),
            ("teamID", "A1B2C3D4", "ten capital letters"), ("keyID", "f6g7h8i9j0", "ten capital letters"),
        ] as [(String, JSONValue, String)])
    func `malformed Apple ids are faults`(_ setting: String, _ value: JSONValue, _ found: String) async {
        let faults = await rig.faults(rig.settings("apple", [(setting, value)].object))
        #expect(faults.contains { $0.hasPrefix("apps.shop.providers.apple.\(setting)") && $0.contains(found) })
    }

    @Test func `Apple without a key is a note`() async {
        let settings = rig.settings("apple", ["servicesID": nil, "teamID": nil, "keyID": nil, "keyFile": nil])
        #expect(await rig.findings(settings).first(.note, "providers.apple")?.fix?.contains("teamID") == true)
    }

    @Test(arguments: [
        ("com.googleusercontent.apps.1234-web", "1234-web.apps.googleusercontent.com"),
        ("web-1234.apps.googleusercontent.com", "1234-web.apps.googleusercontent.com"),
        ("1234-web", "1234-web.apps.googleusercontent.com"), ("example", "from the Google Cloud console"),
    ])
    func `a malformed Google client id is a fault with the likely one as the cure`(
        _ id: String, _ fix: String
    ) async {
        let findings = await rig.findings(
            rig.settings("google", ["clientIDs": ["1234-web.apps.googleusercontent.com", .string(id)]]))
        let finding = findings.first(.fault, "providers.google.clientIDs")
        #expect(finding?.found.contains("'\(id)'") == true && finding?.fix?.contains(fix) == true)
    }

    @Test func `a web client missing from the client ids is a fault, and having none is a note`() async {
        let settings = rig.settings("google", ["clientIDs": ["1234-ios.apps.googleusercontent.com"]])
        let fault = await rig.findings(settings).first(.fault, "providers.google.clientIDs")
        #expect(fault?.fix?.contains("1234-ios") == true && fault?.fix?.contains("1234-web") == true)
        let without = rig.settings("google", ["webClientID": nil, "clientSecretFile": nil])
        #expect(await rig.findings(without).first(.note, "providers.google") != nil)
    }

    @Test func `client ids of two Google projects are a note`() async {
        let settings = rig.settings(
            "google", ["clientIDs": ["1234-web.apps.googleusercontent.com", "99-ios.apps.googleusercontent.com"]])
        #expect(await rig.findings(settings).first(.note, "google.clientIDs")?.found.contains("projects") == true)
    }

    @Test func `a redirect URI with a wildcard is a fault, and one with a custom scheme is a note`() async {
        let findings = await rig.findings(
            rig.settings(["apps": ["shop": ["redirectURIs": ["https://*.example.com/", "com.example:/in"]]]]))
        #expect(findings.first(.fault, "redirectURIs")?.found.contains("*") == true)
        #expect(findings.first(.note, "redirectURIs")?.found.contains("com.example:/in") == true)
    }

    @Test func `a finding is written as text and as JSON`() {
        let finding = Finding.fault("listen", "it is wrong", why: "because", fix: "mend it")
        #expect(finding.text == "fault listen: it is wrong\n      why:  because\n      cure: mend it")
        #expect(
            finding.json
                == [
                    "level": "fault", "subject": "listen", "found": "it is wrong", "why": "because", "cure": "mend it",
                ])
    }
}

extension [(String, JSONValue)] {
    fileprivate var object: JSONObject { JSONObject(map { JSONObject.Member(name: $0, value: $1) }) }
}
