import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

/// Tests of the events in Apple's and Google's notifications.
@Suite struct ProviderEventTests {
    private static let risc = "https://schemas.openid.net/secevent/risc/event-type/"
    private static let oauth = "https://schemas.openid.net/secevent/oauth/event-type/"

    private func apple(_ events: JSONValue) async throws -> [ProviderEvent] {
        try ProviderEvent.apple(try await EventFixture("apple").verify { $0["events"] = events })
    }

    private func google(_ name: String, _ event: JSONObject = [:], toe: Int? = nil) async throws -> ProviderEvent {
        var event = event
        if !event.contains("subject") {
            event["subject"] = ["subject_type": "iss-sub", "iss": "https://accounts.google.com", "sub": "1"]
        }
        let events = JSONObject([.init(name: name, value: .object(event))])
        let token = try await EventFixture("google").verify { claims in
            claims["events"] = .object(events)
            claims["toe"] = toe.map(JSONValue.integer)
        }
        return try #require(try ProviderEvent.google(token).first)
    }

    private func text(_ value: JSONValue) -> JSONValue {
        .string(String(decoding: value.serialized(), as: UTF8.self))
    }

    @Test(
        arguments: [
            ("consent-revoked", .consentRevoked), ("account-delete", .accountDeleted),
            ("account-deleted", .accountDeleted),
            ("email-enabled", .emailForwarding(isOn: true, address: nil, isPrivate: false)),
            ("email-disabled", .emailForwarding(isOn: false, address: nil, isPrivate: false)),
        ] as [(String, ProviderEvent.Kind)])
    func `Apple's events are read as an object, as text and in a list`(
        name: String, kind: ProviderEvent.Kind
    ) async throws {
        let event: JSONValue = ["type": .string(name), "sub": "1", "event_time": 1_799_999_899_500]
        let expected = ProviderEvent(kind, of: "1", at: Date(timeIntervalSince1970: 1_799_999_899.5))
        for form in [event, text(event), .array([event]), text(.array([event]))] {
            #expect(try await apple(form) == [expected])
        }
    }

    @Test func `an email address is marked private by a boolean or a word`() async throws {
        for flag in [true, "true"] as [JSONValue] {
            let event: JSONValue = [
                "type": "email-disabled", "sub": "1", "event_time": 1_799_999_899_500,
                "email": "x@privaterelay.appleid.com", "is_private_email": flag,
            ]
            let kind = try #require(try await apple(event).first).kind
            #expect(kind == .emailForwarding(isOn: false, address: "x@privaterelay.appleid.com", isPrivate: true))
        }
    }

    @Test func `a time in seconds is the end of that second, and so is the token's time`() async throws {
        let end = Date(timeIntervalSince1970: 1_799_999_899.999)
        let event: JSONObject = ["type": "consent-revoked", "sub": "1", "event_time": 1_799_999_899]
        #expect(try await apple(.object(event)).map(\.at) == [end])
        let bare: JSONValue = ["type": "consent-revoked", "sub": "1"]
        #expect(try await apple(bare).map(\.at) == [Date(timeIntervalSince1970: 1_799_999_900.999)])
    }

    @Test func `an unknown Apple event is accepted as unknown`() async throws {
        #expect(try await apple(["type": "person-moved"]).map(\.kind) == [.unknown("person-moved")])
    }

    @Test(
        arguments: [
            1, "", "{", [1], [[]], "\"x\"", ["sub": "1"], ["type": "consent-revoked"],
            ["type": "consent-revoked", "sub": "1", "event_time": "1"],
            ["type": "consent-revoked", "sub": "1", "event_time": 0],
        ] as [JSONValue])
    func `an invalid event is rejected`(events: JSONValue) async throws {
        await #expect(throws: TokenError.self) { try await apple(events) }
    }

    @Test(
        arguments: [
            ("\(risc)sessions-revoked", .sessionsRevoked), ("\(oauth)tokens-revoked", .consentRevoked),
            ("\(risc)account-enabled", .accountEnabled), ("\(risc)account-purged", .accountDeleted),
            ("\(risc)account-credential-change-required", .credentialChangeRequired),
            ("\(risc)account-disabled", .accountDisabled(.unstated)),
            ("https://accounts.google.com/risc/event/sessions-revoked", .sessionsRevoked),
        ] as [(String, ProviderEvent.Kind)])
    func `Google's events are recognized by their URIs`(name: String, kind: ProviderEvent.Kind) async throws {
        let end = Date(timeIntervalSince1970: 1_799_999_900.999)
        #expect(try await google(name) == ProviderEvent(kind, of: "1", at: end))
    }

    @Test(
        arguments: [("hijacking", .hijacking), ("bulk-account", .bulkAccount), ("whim", .unstated)]
            as [(String, ProviderEvent.DisablingReason)])
    func `a disabled account has a reason, unstated if it is unknown`(
        word: String, reason: ProviderEvent.DisablingReason
    ) async throws {
        let event = try await google("\(Self.risc)account-disabled", ["reason": .string(word)])
        #expect(event.kind == .accountDisabled(reason))
    }

    @Test func `the time of the event takes precedence over that of the token`() async throws {
        let event = try await google("\(Self.risc)sessions-revoked", toe: 1_799_990_000)
        #expect(event.at == Date(timeIntervalSince1970: 1_799_990_000.999))
    }

    @Test func `a stream verification and a single token's revocation have no subject`() async throws {
        let test = try await google("\(Self.risc)verification", ["state": "hello"])
        #expect(test.kind == .verification(state: "hello") && test.subject == nil)
        let token = try await google("\(Self.oauth)token-revoked")
        #expect(token.kind == .tokenRevoked && token.subject == nil)
    }

    @Test(
        arguments: [
            ["subject_type": "iss-sub", "iss": "https://elsewhere.example", "sub": "1"],
            ["subject_type": "iss-sub", "sub": "1"], ["subject_type": "email", "email": "test.user.1@example.com"],
            ["iss": "https://accounts.google.com", "sub": ""], ["iss": "https://accounts.google.com", "sub": 1],
        ] as [JSONValue])
    func `a subject of another issuer or form is ignored`(subject: JSONValue) async throws {
        let event = try await google("\(Self.risc)sessions-revoked", ["subject": subject])
        #expect(event.subject == nil && event.kind == .sessionsRevoked)
    }

    @Test func `one token can contain several events`() async throws {
        let subject: JSONValue = ["subject": ["iss": "https://accounts.google.com/", "sub": "1"]]
        let events = JSONObject([
            .init(name: "\(Self.risc)sessions-revoked", value: subject),
            .init(name: "\(Self.risc)account-enabled", value: subject), .init(name: "https://other", value: [:]),
        ])
        let token = try await EventFixture("google").verify { $0["events"] = .object(events) }
        #expect(
            try ProviderEvent.google(token).map(\.kind)
                == [.sessionsRevoked, .accountEnabled, .unknown("https://other")])
    }

    @Test func `a printed event shows neither subject nor email address`() {
        let kind = ProviderEvent.Kind.emailForwarding(isOn: true, address: "person@example.com", isPrivate: true)
        let event = ProviderEvent(kind, of: "subject-1", at: Date(timeIntervalSince1970: 0))
        var printed = "\(event) \(String(reflecting: event))"
        dump(event, to: &printed)
        #expect(printed.contains("email-enabled") && !printed.contains("person") && !printed.contains("subject-1"))
    }
}
