import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of changes to a profile, without a database.
struct ProfilePatchTests {
    private let schema = ProfileSchema(
        fields: [
            ProfileFieldDefinition("name", source: .displayName),
            ProfileFieldDefinition("age", .integer(.init(minimum: 0, maximum: 150))),
            ProfileFieldDefinition("height", .number()), ProfileFieldDefinition("goals", .strings, initial: []),
            ProfileFieldDefinition("mode", .choice(["fun"]), initial: "fun"),
            ProfileFieldDefinition("short", .string(maxBytes: 4)),
            ProfileFieldDefinition(
                "place", .object([.init("city", .string()), .init("at", .object([.init("x", .number())]))])),
            ProfileFieldDefinition("since", .date), ProfileFieldDefinition("flag", .bool),
            ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
            ProfileFieldDefinition("uid", owner: .server, source: .uid),
            ProfileFieldDefinition("email", owner: .provider, source: .email),
            ProfileFieldDefinition("appleID", owner: .server, source: .uid, provider: .apple),
            ProfileFieldDefinition("createdAt", .date, owner: .server, source: .createdAt),
        ],
        required: ["name", "goals"], onboarding: OnboardingPlan(steps: ["a", "b"]))
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func view(_ fields: JSONObject = [:], _ onboarding: Onboarding = .notStarted) throws -> AccountRecord {
        let app = try #require(AppID("couple"))
        let account = Account(
            id: AccountID("uid"), app: app, createdAt: now, lastSignInAt: now,
            profile: StoredProfile(fields: fields, onboarding: onboarding, version: 4, updatedAt: now))
        let identity = Identity(
            app: app, provider: .google, subject: "1", account: account.id,
            claims: IdentityClaims(email: "test.user.1@example.com"), createdAt: now)
        return AccountRecord(account: account, identities: [identity])
    }

    private func apply(_ change: ProfilePatch, to view: AccountRecord) throws(AccountError) -> StoredProfile {
        try change.applied(
            to: view.account.profile, edited: try change.edited(view, by: schema), by: schema,
            at: now.addingTimeInterval(60))
    }

    private func refusal(_ change: ProfilePatch, of view: AccountRecord) -> AccountError? {
        do throws(AccountError) {
            _ = try apply(change, to: view)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ("age", .number(JSONNumber(150))), ("height", 15), ("goals", ["a", "b"]), ("mode", "unheard of"),
            ("short", "\u{E9}\u{E9}"), ("place", ["at": ["x": -1], "city": "Lyon"]), ("place", [:]),
            ("place", ["city": nil]), ("since", "1990-05-17"), ("flag", false),
        ] as [(String, JSONValue)])
    func `a field accepts a value of its type and stores it unchanged`(name: String, value: JSONValue) throws {
        let profile = try apply(ProfilePatch(fields: [name: value]), to: try view())
        #expect(profile.fields == [name: value] && profile.version == 5)
    }

    @Test(
        arguments: [
            ("age", .number(JSONNumber(151)), "age"), ("age", -1, "age"), ("age", "1", "age"),
            ("height", true, "height"), ("goals", "a", "goals"), ("goals", ["a", nil], "goals"), ("mode", 1, "mode"),
            ("short", "12345", "short"), ("short", "\u{E9}\u{E9}\u{E9}", "short"), ("place", ["zip": "69000"], "place"),
            ("place", ["city": 1], "place.city"), ("place", ["at": ["x": "1"]], "place.at.x"),
            ("since", "yesterday", "since"),
            ("flag", 1, "flag"), ("name", ["text": "a"], "name"),
        ] as [(String, JSONValue, String)])
    func `an invalid value is rejected with its path`(name: String, value: JSONValue, path: String) throws {
        let refused = refusal(ProfilePatch(fields: [name: value]), of: try view())
        #expect(refused?.code == .invalidRequest && refused?.field == "fields.\(path)")
    }

    @Test(arguments: ["9007199254740993", "-9223372036854775808"])
    func `a 64-bit integer is stored without loss of precision`(text: String) throws {
        let number = try #require(JSONNumber(text: text))
        let schema = ProfileSchema(fields: [ProfileFieldDefinition("count", .integer())])
        let edited = try ProfilePatch(fields: ["count": .number(number)]).edited(try view(), by: schema)
        #expect(edited["count"] == .number(number))
    }

    @Test(arguments: ["-0", "1e3", "1.0", "9223372036854775808", "1e400"])
    func `an integer field rejects a number that is not a 64-bit integer`(text: String) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(FieldType.integer().refusal(of: .number(number), at: "n")?.code == .invalidRequest)
        #expect((FieldType.number().refusal(of: .number(number), at: "n") == nil) == (text != "1e400"))
    }

    @Test(
        arguments: [
            ("isSubscribed", false, true), ("isSubscribed", true, false), ("isSubscribed", nil, false),
            ("uid", "uid", true),
            ("uid", "other", false), ("email", "test.user.1@example.com", true), ("email", "other@example.com", false),
            ("appleID", nil, true), ("appleID", "uid", false), ("createdAt", "2027-01-15T08:00:00Z", true),
            ("createdAt", "2027-01-15T09:00:00.000+01:00", true), ("createdAt", "2027-01-15T08:00:01Z", false),
        ] as [(String, JSONValue, Bool)])
    func `a read-only field can be repeated but not changed`(
        name: String, value: JSONValue, isRepetition: Bool
    ) throws {
        let view = try view(["isSubscribed": false])
        let refused = refusal(ProfilePatch(fields: [name: value]), of: view)
        #expect(refused?.code == (isRepetition ? nil : .readOnlyField))
        if isRepetition {
            #expect(try apply(ProfilePatch(fields: [name: value]), to: view) == view.account.profile)
        } else {
            #expect(refused?.field == "fields.\(name)")
        }
    }

    @Test func `null removes a field, and a mask limits a change to the fields it names`() throws {
        let view = try view(["name": "Test User 1", "mode": "fun", "flag": true], .inProgress(step: "a"))
        #expect(
            try apply(ProfilePatch(fields: ["mode": nil]), to: view).fields == ["name": "Test User 1", "flag": true])
        let masked = ProfilePatch(fields: ["flag": false], mask: ["flag", "mode", "age"])
        #expect(try apply(masked, to: view).fields == ["name": "Test User 1", "flag": false])
        #expect(refusal(ProfilePatch(fields: ["flag": false], mask: ["mode"]), of: view)?.field == "mask")
        #expect(refusal(ProfilePatch(mask: ["uid"]), of: view)?.code == .readOnlyField)
        #expect(refusal(ProfilePatch(mask: ["nothing"]), of: view)?.field == "fields")
    }

    @Test func `field names are compared byte by byte`() throws {
        let schema = ProfileSchema(fields: [ProfileFieldDefinition("\u{E9}")])
        let change = ProfilePatch(fields: ["e\u{301}": "x"])
        let view = try view()
        #expect(throws: AccountError.self) { try change.edited(view, by: schema) }
    }

    @Test func `a change that makes the profile too large is rejected`() throws {
        let text = String(repeating: "x", count: 40_000)
        let view = try view(["name": .string(text)], .inProgress(step: "a"))
        let refused = refusal(ProfilePatch(fields: ["mode": .string(text)]), of: view)
        #expect(refused?.code == .invalidRequest && refused?.field == "fields")
        #expect(refusal(ProfilePatch(fields: ["mode": .string(String(text.prefix(25_000)))]), of: view) == nil)
    }

    @Test func `an empty change leaves version and time unchanged`() throws {
        let view = try view(["name": "Test User 1"], .inProgress(step: "a"))
        for change in [
            ProfilePatch(), ProfilePatch(fields: ["name": "Test User 1", "age": nil]), ProfilePatch(path: ["a"]),
        ] {
            #expect(try apply(change, to: view) == view.account.profile)
        }
        let moved = try apply(ProfilePatch(path: ["b"]), to: view)
        #expect(moved.version == 5 && moved.updatedAt == now.addingTimeInterval(60))
    }

    @Test func `a clock that is set back does not set the update time back`() throws {
        let view = try view()
        let earlier = view.account.profile.changed(
            fields: ["name": "Test User 1"], onboarding: .notStarted, at: now.addingTimeInterval(-60))
        #expect(earlier.updatedAt == now && earlier.version == 5)
    }

    @Test func `completing a profile reports missing and empty fields and takes effect once`() throws {
        #expect(refusal(ProfilePatch(completes: true), of: try view())?.missing == ["name", "goals"])
        let blank = try view(["name": " \n", "goals": []])
        #expect(refusal(ProfilePatch(completes: true), of: blank)?.missing == ["name", "goals"])
        let all: JSONObject = ["name": "Test User 1", "goals": ["a"]]
        let done = try apply(ProfilePatch(fields: all, completes: true), to: blank)
        #expect(done.onboarding == .completed && done.fields == all)
        let completed = try view(all, .completed)
        #expect(try apply(ProfilePatch(fields: all, completes: true), to: completed) == completed.account.profile)
        #expect(refusal(ProfilePatch(completes: true), of: try view(all))?.code == .invalidTransition)
    }

    @Test func `a completed profile cannot lose a required field, but a field it never had may be missing`() throws {
        let view = try view(["goals": ["a"]], .completed)
        #expect(refusal(ProfilePatch(fields: ["goals": []]), of: view)?.missing == ["goals"])
        #expect(try apply(ProfilePatch(fields: ["mode": "fun"]), to: view).version == 5)
    }
}
