import Foundation
import SesameAccounts
import SesameWire
import Testing

@testable import SesameOperations

/// Tests of apps with `"privacy": "pseudonymous"`.
final class PrivacyConfigurationTests {
    private let folder: String
    private let keyFile: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sesame-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        keyFile = folder + "/keys"
        try PseudonymKeys.generate(at: keyFile)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func configuration(
        _ app: String, keys: String? = "keys", dataFolder: String = "/var/lib/sesame"
    ) throws(ConfigurationError) -> ServerConfiguration {
        let keys = keys.map { "\"pseudonymKeyFile\": \"\($0.hasPrefix("/") ? $0 : "\(folder)/\($0)")\"," } ?? ""
        return try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "https://sign-in.example.com", "dataDir": "\(dataFolder)", "keyFile": "/etc/sesame/key",
                 \(keys) "apps": {"a": \(app)}}
                """.utf8)
        ).forProduction()
    }

    private func problem(_ app: String, keys: String? = "keys", dataFolder: String = "/var/lib/sesame") -> String? {
        do {
            _ = try configuration(app, keys: keys, dataFolder: dataFolder)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `a pseudonymous app reads its placeholder claims and its legacy id setting`() throws {
        let app = try #require(
            try configuration(
                #"""
                {"privacy": "pseudonymous", "pseudonymous": {"emailDomain": "a.invalid", "displayName": "Somebody",
                 "recognizeLegacyIDs": true}}
                """#
            ).apps.defaultApp)
        guard case .pseudonymous(let pseudonymity) = app.privacy else {
            Issue.record("another mode")
            return
        }
        #expect(pseudonymity.placeholder == PlaceholderClaims(emailDomain: "a.invalid", displayName: "Somebody"))
        #expect(pseudonymity.recognizesLegacyIDs)
    }

    @Test(arguments: [(#"{"privacy": "pseudonymous"}"#, false), ("{}", true)])
    func `traces are not logged if an app is pseudonymous`(app: String, isTold: Bool) throws {
        #expect(try configuration(app).logsTraces == isTold)
    }

    @Test func `privacy is standard and legacy ids are not recognized by default`() throws {
        #expect(try configuration("{}", keys: nil).apps.defaultApp?.privacy.isPseudonymous == false)
        #expect(
            try configuration(#"{"privacy": "standard"}"#, keys: nil).apps.defaultApp?.privacy.isPseudonymous == false)
        let app = try #require(try configuration(#"{"privacy": "pseudonymous"}"#).apps.defaultApp)
        guard case .pseudonymous(let pseudonymity) = app.privacy else {
            Issue.record("another mode")
            return
        }
        #expect(pseudonymity.placeholder == PlaceholderClaims() && !pseudonymity.recognizesLegacyIDs)
    }

    @Test(arguments: [
        (#"{"privacy": "secret"}"#, "apps.a.privacy: must be one of standard, pseudonymous"),
        (#"{"pseudonymous": {}}"#, "apps.a.pseudonymous: these settings require"),
        (
            #"{"privacy": "pseudonymous", "firebase": {"projectID": "p", "apiKeys": ["k"]}}"#,
            "apps.a.firebase: is not allowed in pseudonymous apps: Firebase clients receive"
        ),
        (#"{"privacy": "standard", "pseudonymous": {}}"#, "apps.a.pseudonymous: these settings require"),
        (#"{"privacy": "pseudonymous", "pseudonymous": {"salt": "x"}}"#, "apps.a.pseudonymous.salt: unknown setting"),
        (
            #"{"privacy": "pseudonymous", "pseudonymous": {"emailDomain": "Shop"}}"#,
            "apps.a.pseudonymous.emailDomain: must be a domain"
        ),
        (
            #"{"privacy": "pseudonymous", "pseudonymous": {"emailDomain": "x@shop.invalid"}}"#,
            "apps.a.pseudonymous.emailDomain: must be a domain"
        ),
        (
            #"{"privacy": "pseudonymous", "pseudonymous": {"emailDomain": "-shop.invalid"}}"#,
            "apps.a.pseudonymous.emailDomain: must be a domain"
        ),
        (
            #"{"privacy": "pseudonymous", "pseudonymous": {"emailDomain": "shop..invalid"}}"#,
            "apps.a.pseudonymous.emailDomain: must be a domain"
        ),
        (#"{"privacy": "pseudonymous", "emailLinking": "verified"}"#, "apps.a.emailLinking:"),
        (#"{"privacy": "pseudonymous", "secondFactors": {"phone": true}}"#, "apps.a.secondFactors.phone:"),
        (
            #"{"privacy": "pseudonymous", "profile": {"required": ["nom"]}}"#,
            "apps.a.profile.fields.nom: users can write personal data"
        ),
        (
            #"{"privacy": "pseudonymous", "profile": {"fields": {"born": {"type": "date"}}}}"#,
            "apps.a.profile.fields.born: users can write personal data"
        ),
        (
            #"{"privacy": "pseudonymous", "profile": {"fields": {"mood": {"type": "choice", "values": ["a", "b"]}}}}"#,
            "apps.a.profile.fields.mood: users can write personal data"
        ),
        (
            #"{"privacy": "pseudonymous", "profile": {"fields": {"goals": {"type": "strings"}}}}"#,
            "apps.a.profile.fields.goals: users can write personal data"
        ),
        (
            #"""
            {"privacy": "pseudonymous", "profile": {"fields": {"place": {"type": "object",
             "members": {"city": {"type": "string"}}}}}}
            """#, "apps.a.profile.fields.place: users can write personal data"
        ),
        (
            #"""
            {"privacy": "pseudonymous",
             "profile": {"fields": {"mail": {"type": "string", "owner": "provider", "from": "email"}}}}
            """#, "apps.a.profile.fields.mail: a field for a provider's claim is not allowed in pseudonymous apps"
        ),
    ])
    func `a pseudonymous app rejects invalid settings and those that would identify users`(
        _ app: String, _ message: String
    ) throws {
        let problem = try #require(self.problem(app))
        #expect(problem.hasPrefix(message), "\(problem)")
    }

    @Test func `a pseudonymous app may have boolean, number and server-owned string fields`() {
        let app = #"""
            {"privacy": "pseudonymous", "profile": {"fields": {
             "dark": {"type": "bool"}, "level": {"type": "integer"}, "volume": {"type": "number"},
             "plan": {"type": "string", "owner": "server"}, "uid": {"type": "string", "owner": "server", "from": "uid"}}}}
            """#
        #expect(problem(app) == nil)
    }

    @Test func `pseudonyms need keys outside the data folder that are not the master key`() throws {
        let app = #"{"privacy": "pseudonymous"}"#
        #expect(problem(app) == nil)
        #expect(problem(app, keys: nil)?.hasPrefix("pseudonymKeyFile: 'apps.a' is a pseudonymous app") == true)
        #expect(
            problem(app, keys: "nowhere")?.hasPrefix("pseudonymKeyFile: '\(folder)/nowhere' does not exist") == true)
        #expect(problem(app, dataFolder: folder)?.hasPrefix("pseudonymKeyFile: the key file must be outside") == true)
        let link = folder + "-link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(problem(app, dataFolder: link)?.hasPrefix("pseudonymKeyFile: the key file must be outside") == true)
        var configuration = try configuration(app)
        configuration.keyFile = keyFile
        #expect(throws: ConfigurationError.self) { try configuration.forProduction() }
    }
}
