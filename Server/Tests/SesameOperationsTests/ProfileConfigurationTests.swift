import Foundation
import SesameCore
import SesameWire
import Testing

@testable import SesameAccounts
@testable import SesameOperations

/// Tests of parsing an app's `profile`.
struct ProfileConfigurationTests {
    private func schema(_ profile: String) throws -> ProfileSchema {
        let configuration = try ServerConfiguration(
            parsing: Array(
                """
                {"publicURL": "https://sign-in.example.com", "listen": "127.0.0.1:1", "dataDir": "/data",
                 "keyFile": "/key", "apps": {"a": {"profile": \(profile)}}}
                """.utf8))
        return try #require(configuration.apps.defaultApp).profile
    }

    private func problem(_ profile: String) -> String? {
        do {
            _ = try schema(profile)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `the short form is a list of string fields`() throws {
        let schema = try schema(#"{"required": ["nom", "prenom"], "optional": ["bio"]}"#)
        #expect(schema.fields.map(\.name) == ["nom", "prenom", "bio"] && schema.required == ["nom", "prenom"])
        #expect(schema.fields.allSatisfy { $0.type == .string() && $0.owner == .person })
        #expect(schema.onboarding.steps.isEmpty && schema.providers.isEmpty)
    }

    @Test func `the full form is read with all its settings`() throws {
        let schema = try schema(
            """
            {"fields": {
               "name": {"type": "string", "from": "displayName", "maximumBytes": 200},
               "age": {"type": "integer", "minimum": 0, "maximum": 150},
               "mood": {"type": "choice", "values": ["fine"], "default": "well"},
               "place": {"type": "object", "members": {"city": "string", "at": {"type": "number", "minimum": -90}}},
               "email": {"type": "string", "owner": "provider", "from": "email"},
               "appleID": {"type": "string", "owner": "server", "from": "uid", "provider": "apple"},
               "flag": {"type": "bool", "owner": "server", "default": false}, "born": "date", "tags": "strings"},
             "required": ["name", "born", "extra"], "onboarding": {"steps": ["one", "two"]},
             "providers": ["apple", "google"]}
            """)
        #expect(
            schema.fields.map(\.name) == [
                "extra", "name", "age", "mood", "place", "email", "appleID", "flag", "born", "tags",
            ])
        #expect(
            schema.field("name")?.type == .string(maxBytes: 200) && schema.field("name")?.source == .displayName)
        #expect(schema.field("age")?.type == .integer(.init(minimum: 0, maximum: 150)))
        #expect(schema.field("mood")?.type == .choice(["fine"]) && schema.field("mood")?.initial == "well")
        #expect(
            schema.field("place")?.type
                == .object([.init("city", .string()), .init("at", .number(.init(minimum: -90)))]))
        #expect(schema.field("email")?.owner == .provider && schema.field("appleID")?.provider == .apple)
        #expect(schema.field("flag")?.initial == false && schema.field("born")?.type == .date)
        #expect(schema.required == ["name", "born", "extra"] && schema.onboarding.steps == ["one", "two"])
        #expect(schema.providers == [.apple, .google])
    }

    @Test(arguments: [
        (#"{"fields": []}"#, "profile.fields: must be an object of fields"),
        (#"{"field": {}}"#, "profile.field: unknown setting"),
        (#"{"fields": {"a": "text"}}"#, "profile.fields.a.type: must be one of"),
        (#"{"fields": {"a": {}}}"#, "profile.fields.a.type"),
        (#"{"fields": {"a": {"type": "string", "owned": "server"}}}"#, "fields.a.owned: unknown setting"),
        (#"{"fields": {"a.b": "string"}}"#, "fields.a.b: a name must be"),
        (#"{"fields": {"__proto__": "string"}}"#, "a name must be"),
        (#"{"fields": {"$where": "string"}}"#, "a name must be"),
        (#"{"required": ["a b"]}"#, "profile.required: a name must be"),
        (#"{"required": ["a", "a"]}"#, "profile.required: duplicate field name"),
        (#"{"required": ["a"], "optional": ["a"]}"#, "profile: duplicate profile field"),
        (
            #"{"fields": {"a": {"type": "bool", "owner": "server"}}, "required": ["a"]}"#,
            "cannot be required, because its owner is not person"
        ),
        (#"{"fields": {"a": {"type": "bool", "from": "createdAt"}}}"#, "fields.a.from"),
        (#"{"fields": {"a": {"type": "date", "from": "createdAt"}}}"#, "fields.a.owner"),
        (#"{"fields": {"a": {"type": "string", "owner": "server", "from": "email"}}}"#, "fields.a.owner"),
        (#"{"fields": {"a": {"type": "string", "owner": "provider"}}}"#, "fields.a.from: this setting is required"),
        (#"{"fields": {"a": {"type": "bool", "default": 1}}}"#, "fields.a.default"),
        (
            #"{"fields": {"a": {"type": "string", "owner": "server", "from": "uid", "default": "x"}}}"#,
            "fields.a.default"
        ),
        (#"{"fields": {"a": {"type": "object"}}}"#, "fields.a.members"),
        (#"{"fields": {"a": {"type": "object", "members": {"b c": "string"}}}}"#, "members.b c: a name must be"),
        (#"{"fields": {"a": {"type": "integer", "minimum": "0"}}}"#, "fields.a.minimum: must be a number"),
        (#"{"onboarding": {"steps": ["a", "a"]}}"#, "profile.onboarding.steps: duplicate field name"),
        (#"{"providers": ["facebook"]}"#, "apps.a.profile.providers: each provider"),
    ])
    func `an invalid setting is reported with its path`(profile: String, problem: String) {
        #expect(self.problem(profile)?.contains(problem) == true, "\(self.problem(profile) ?? "no problem")")
    }

    @Test func `a profile has at most 256 fields`() {
        let names = (0...256).map { "\"f\($0)\"" }
        #expect(problem(#"{"optional": [\#(names.joined(separator: ", "))]}"#)?.contains("at most 256") == true)
        #expect(problem(#"{"optional": [\#(names.dropLast().joined(separator: ", "))]}"#) == nil)
    }
}
