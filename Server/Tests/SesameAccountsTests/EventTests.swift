import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct EventTests {
    private let rig: PushRig

    init() async throws {
        rig = try await PushRig()
    }

    private func all() async throws -> [SecurityEvent] {
        try await rig.accounts.events.events(matching: EventQuery(position: .after(0), limit: 500)).events.map(\.event)
    }

    @Test func `users see the events of their own account in pages, newest first`() async throws {
        let (person, other) = (try await rig.person(), try await rig.person())
        try await rig.register("one", of: person)
        try await rig.register("two", of: other)
        let first = try await rig.accounts.events.events(of: person, limit: 2)
        #expect(first.events.map(\.event.kind) == [.deviceAdded, .signedIn])
        let rest = try await rig.accounts.events.events(of: person, before: first.next, limit: 2)
        #expect(rest.events.map(\.event.kind) == [.accountCreated])
        #expect(rest.next == nil)
    }

    @Test func `events for operators only are not shown to the user`() async throws {
        let person = try await rig.person()
        _ = try await rig.send(to: person)
        #expect(try await rig.events(of: person).last == .pushAccepted)
        #expect(
            try await rig.accounts.events.events(of: person).events.map(\.event.kind) == [.signedIn, .accountCreated])
    }

    @Test func `a sign-in event states its method and network`() async throws {
        let context = RequestContext(requestID: "r", network: "2001:db8:1::/48")
        _ = try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: context)
        let event = try #require(try await all().last)
        #expect(event.kind == .signedIn && event.detail == "anonymous" && event.network == "2001:db8:1::/48")
    }

    @Test func `rejected requests are counted and stored as one event per kind and network`() async throws {
        let forged = AccountError(.invalidToken, "forged")
        for _ in 0..<1_000 { rig.accounts.events.count(forged, in: rig.app, network: "203.0.113.0/24") }
        rig.accounts.events.count(forged, in: rig.app, network: "198.51.100.0/24")
        rig.accounts.events.count(AccountError(.invalidCredentials, "wrong"), in: rig.app, network: nil)
        rig.accounts.events.count(AccountError(.notAuthenticated, "none"), in: nil, network: nil)
        rig.accounts.events.count(AccountError(.rateLimited, "often"), in: nil, network: nil)
        rig.accounts.events.count(AccountError(.invalidRequest, "odd"), in: nil, network: nil)
        rig.accounts.events.count(AccountError(.storageUnavailable, "full"), in: nil, network: nil)
        #expect(try await all().isEmpty)
        try await rig.accounts.events.flushRefusedRequestCounts()
        let events = try await all().sorted { $0.count > $1.count }
        #expect(events.count == 5)
        #expect(events.first?.count == 1_000 && events.first?.network == "203.0.113.0/24")
        #expect(Set(events.map(\.kind)) == [.signInFailed, .accessRefused, .rateLimited])
        #expect(events.allSatisfy { $0.account == nil })
        try await rig.accounts.events.flushRefusedRequestCounts()
        #expect(try await all().count == 5)
    }

    @Test func `a flood from many networks produces few rows`() {
        let tally = RefusedRequestCounter(limit: 10)
        for number in 0..<1_000 {
            tally.count(.init(kind: .signInFailed, app: rig.app.id, network: "\(number)", code: "invalid_token"))
        }
        let counts = tally.take()
        #expect(counts.count == 11 && counts.reduce(0) { $0 + $1.1 } == 1_000)
        #expect(counts.contains { $0.0.network == nil && $0.0.app == nil && $0.1 == 990 })
        #expect(tally.take().isEmpty)
    }

    @Test func `events are removed after their configured lifetime`() async throws {
        let short = Services(
            storage: rig.storage.engine, environment: rig.storage.environment, credentials: CredentialVerifier([:]),
            keys: rig.accounts.keys, masterKey: try MasterKey.test(), publicURL: "https://sign-in.example.com",
            eventLife: 86_400)
        _ = try await rig.person()
        rig.storage.clock.advance(by: 86_400)
        try await short.maintenance.purge()
        #expect(try await all().count == 2)
        rig.storage.clock.advance(by: 0.001)
        try await rig.accounts.maintenance.purge()
        #expect(try await all().count == 2)
        try await short.maintenance.purge()
        #expect(try await all().isEmpty)
    }

    @Test func `an event's id is unique even if another event takes its number after a restore`() async throws {
        _ = try await rig.person()
        let events = try await rig.accounts.events.events(matching: EventQuery(limit: 9)).events
        #expect(Set(events.map(\.id)).count == events.count)
        let event = try #require(events.first)
        #expect(event.id.wholeMatch(of: /ev_[0-9a-z]{26}/) != nil)
        var later = event.event
        later.detail = "other"
        #expect(SequencedEvent(number: event.number, event: later).id == event.id)
        let other = SecurityEvent(
            kind: .signedOut, app: nil, account: nil, session: nil, at: event.event.at, requestID: "another")
        #expect(SequencedEvent(number: event.number, event: other).id != event.id)
    }
}
