import Foundation
import SesameCore
import SesameSQLite
import SesameWire
import Testing

@testable import SesameAccounts

struct AdminKeyTests {
    private let rig: PushRig
    private let all = Set(AdminScope.allCases)

    init() async throws {
        rig = try await PushRig()
    }

    private var context: RequestContext { RequestContext(requestID: "test", network: "203.0.113.0/24") }

    private func first() async throws -> AdminCaller {
        let made = try await rig.accounts.adminKeys.bootstrapAdminKey(
            try AdminKeyRequest(name: "first", scopes: all), context: context)
        return try await caller(made.text)
    }

    private func caller(_ text: Secret) async throws -> AdminCaller {
        try await rig.accounts.adminKeys.authenticate(adminKey: text, context: context)
    }

    private func make(
        _ scopes: Set<AdminScope>, apps: Set<AppID>? = nil, days: Int = 90, by maker: AdminCaller
    ) async throws -> CreatedAdminKey {
        try await rig.accounts.adminKeys.createAdminKey(
            try AdminKeyRequest(name: "key", scopes: scopes, apps: apps, days: days), by: maker, context: context)
    }

    private func refusal(_ operation: () async throws -> Void) async throws -> AuthError.Code? {
        do {
            try await operation()
            return nil
        } catch let refusal as AccountError {
            return refusal.code
        }
    }

    private func events() async throws -> [SecurityEvent] {
        try await rig.accounts.events.events(matching: EventQuery(position: .after(0), limit: 100)).events.map(\.event)
    }

    @Test func `a key consists of sk_, its id and a secret, and only its digest is stored`() async throws {
        let made = try await make([.pushSend], by: try await first())
        let text = made.text.exposed
        #expect(text.wholeMatch(of: /sk_[0-9a-z]{13}_[0-9a-z]{52}/) != nil)
        #expect(text.hasPrefix("sk_\(made.key.id)_"))
        #expect(made.key.digest == digest(text.utf8))
        #expect(try await caller(made.text).key.scopes == [.pushSend])
        #expect(!"\(made)".contains(text.suffix(52)))
    }

    @Test func `only the exact key is accepted`() async throws {
        let made = try await make([.pushSend], by: try await first())
        let text = made.text.exposed
        let last: Character = text.last == "0" ? "1" : "0"
        let tokens = try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(
            rig.accounts)
        for presented in [
            "", "sk_", text + "0", String(text.dropLast()), text.dropLast() + String(last), text.uppercased(),
            "sk_0000000000000_" + text.suffix(52), tokens.accessToken.exposed, tokens.refreshToken.exposed,
        ] {
            #expect(try await refusal { _ = try await caller(Secret(presented)) } == .notAuthenticated)
        }
        #expect(try await refusal { _ = try await rig.caller(made.text) } == .notAuthenticated)
    }

    @Test func `a key expires when its days are over and not before`() async throws {
        let made = try await make([.pushSend], days: 1, by: try await first())
        rig.storage.clock.advance(by: 86_399)
        _ = try await caller(made.text)
        rig.storage.clock.advance(by: 1)
        #expect(try await refusal { _ = try await caller(made.text) } == .notAuthenticated)
    }

    @Test func `a revoked key is rejected at once`() async throws {
        let maker = try await first()
        let made = try await make([.pushSend], by: maker)
        try await rig.accounts.adminKeys.revokeAdminKey(made.key.id, by: maker, context: context)
        #expect(try await refusal { _ = try await caller(made.text) } == .notAuthenticated)
        try await rig.accounts.adminKeys.revokeAdminKey(made.key.id, by: maker, context: context)
        #expect(try await events().filter { $0.kind == .adminKeyRevoked }.count == 1)
        let unknown = { try await rig.accounts.adminKeys.revokeAdminKey("none", by: maker, context: context) }
        #expect(try await refusal(unknown) == .notFound)
    }

    @Test func `the first key is created once, and again when no key is left that can create others`() async throws {
        _ = try await first()
        #expect(try await refusal { _ = try await first() } == .notAuthenticated)
        #expect(try await rig.accounts.adminKeys.hasKeyThatCreatesKeys())
        rig.storage.clock.advance(by: 90 * 86_400)
        #expect(try await !rig.accounts.adminKeys.hasKeyThatCreatesKeys())
        _ = try await first()
    }

    @Test func `parallel requests for the first key create one`() async throws {
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { try await refusal { _ = try await first() } == nil } }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(made == 1)
    }

    @Test func `a key for one app or without permission to create keys does not count as a key maker`() async throws {
        let maker = try await first()
        _ = try await make([.keysWrite], apps: [rig.app.id], by: maker)
        _ = try await make([.usersRead], by: maker)
        try await rig.accounts.adminKeys.revokeAdminKey(maker.key.id, by: maker, context: context)
        #expect(try await !rig.accounts.adminKeys.hasKeyThatCreatesKeys())
    }

    @Test func `a key cannot create a stronger one`() async throws {
        let maker = try await first()
        let weak = try await caller(try await make([.keysWrite, .pushSend], by: maker).text)
        _ = try await make([.pushSend], by: weak)
        #expect(try await refusal { _ = try await make([.usersRead], by: weak) } == .insufficientScope)
        let other = try #require(AppID("other"))
        let narrow = try await caller(try await make([.keysWrite], apps: [rig.app.id], by: maker).text)
        _ = try await make([.keysWrite], apps: [rig.app.id], by: narrow)
        for apps in [nil, [other], [rig.app.id, other]] as [Set<AppID>?] {
            #expect(
                try await refusal { _ = try await make([.keysWrite], apps: apps, by: narrow) } == .insufficientScope)
        }
    }

    @Test func `a weaker key can neither revoke nor rotate a stronger one`() async throws {
        let maker = try await first()
        let strong = try await make(all, by: maker)
        let wide = try await make([.pushSend], by: maker)
        let weak = try await caller(try await make([.keysWrite], by: maker).text)
        let narrow = try await caller(try await make([.keysWrite, .pushSend], apps: [rig.app.id], by: maker).text)
        let reader = try await caller(try await make([.keysRead, .pushSend], by: maker).text)
        for (changer, id) in [(weak, strong.key.id), (narrow, wide.key.id), (reader, wide.key.id)] {
            let revocation = { try await rig.accounts.adminKeys.revokeAdminKey(id, by: changer, context: context) }
            #expect(try await refusal(revocation) == .insufficientScope)
            let rotation = {
                _ = try await rig.accounts.adminKeys.rotateAdminKey(id, grace: 0, by: changer, context: context)
            }
            #expect(try await refusal(rotation) == .insufficientScope)
        }
        try await rig.accounts.adminKeys.revokeAdminKey(reader.key.id, by: reader, context: context)
    }

    @Test func `a rotated key works during the grace period, and its successor gets the same lifetime`() async throws {
        let old = try await make([.pushSend], apps: [rig.app.id], days: 10, by: try await first())
        let own = try await caller(old.text)
        rig.storage.clock.advance(by: 86_400)
        let new = try await rig.accounts.adminKeys.rotateAdminKey(own.key.id, grace: 60, by: own, context: context)
        #expect(new.key.scopes == [.pushSend] && new.key.apps == [rig.app.id] && new.key.name == "key")
        #expect(new.key.expiresAt == rig.storage.clock.now.addingTimeInterval(10 * 86_400))
        _ = try await caller(old.text)
        rig.storage.clock.advance(by: 60)
        #expect(try await refusal { _ = try await caller(old.text) } == .notAuthenticated)
        _ = try await caller(new.text)
        let again = {
            _ = try await rig.accounts.adminKeys.rotateAdminKey(old.key.id, grace: 0, by: own, context: context)
        }
        #expect(try await refusal(again) == .notFound)
    }

    @Test func `a use is recorded with its network once in ten minutes`() async throws {
        let made = try await make([.pushSend], by: try await first())
        func uses() async throws -> [SecurityEvent] {
            try await events().filter { $0.kind == .adminKeyUsed && $0.detail == made.key.id }
        }
        for pause in [0.0, 599, 1] {
            rig.storage.clock.advance(by: pause)
            _ = try await caller(made.text)
        }
        #expect(try await uses().count == 2)
        #expect(try await uses().allSatisfy { $0.network == "203.0.113.0/24" && $0.actor == made.key.id })
        let kept = try await rig.accounts.adminKeys.adminKeys().first { $0.id == made.key.id }
        #expect(kept?.lastUsedAt == rig.storage.clock.now)
    }

    @Test func `every change of a key records an event`() async throws {
        let maker = try await first()
        let actor = RequestContext(requestID: "test", actor: maker.key.id)
        let made = try await rig.accounts.adminKeys.createAdminKey(
            try AdminKeyRequest(name: "key", scopes: [.pushSend]), by: maker, context: actor)
        let next = try await rig.accounts.adminKeys.rotateAdminKey(made.key.id, grace: 0, by: maker, context: actor)
        try await rig.accounts.adminKeys.revokeAdminKey(next.key.id, by: maker, context: actor)
        let own = try await events().filter { $0.actor == maker.key.id && $0.kind != .adminKeyUsed }
        #expect(own.map(\.kind) == [.adminKeyCreated, .adminKeyRotated, .adminKeyCreated, .adminKeyRevoked])
        #expect(own.map(\.detail) == [made.key.id, made.key.id, next.key.id, next.key.id])
    }

    @Test(arguments: [("", 90), (String(repeating: "a", count: 101), 90), ("a\nb", 90), ("a", 0), ("a", 401)])
    func `a key with an invalid name or lifetime is rejected`(name: String, days: Int) {
        #expect(throws: AccountError.self) { try AdminKeyRequest(name: name, scopes: [.pushSend], days: days) }
    }

    @Test func `a key without scopes or apps is rejected`() {
        #expect(throws: AccountError.self) { try AdminKeyRequest(name: "a", scopes: []) }
        #expect(throws: AccountError.self) { try AdminKeyRequest(name: "a", scopes: [.pushSend], apps: []) }
    }

    @Test func `an operator revokes sessions with their devices, with one event each`() async throws {
        let person = try await rig.person()
        let second = try await rig.secondSession(of: person)
        let account = person.session.account
        try await rig.register("one", of: person)
        let actor = RequestContext(requestID: "test", actor: "key")
        try await rig.accounts.sessions.revokeSessions(second.session.id, of: account, in: rig.app.id, context: actor)
        #expect(try await rig.accounts.sessions.sessions(of: account, in: rig.app.id).map(\.id) == [person.session.id])
        try await rig.accounts.sessions.revokeSessions(of: account, in: rig.app.id, context: actor)
        #expect(try await rig.accounts.sessions.sessions(of: account, in: rig.app.id).isEmpty)
        #expect(try await rig.accounts.push.devices(of: person).isEmpty)
        #expect(try await rig.events(of: person).filter { $0 == .sessionRevoked }.count == 2)
        let again = {
            try await rig.accounts.sessions.revokeSessions(
                second.session.id, of: account, in: rig.app.id, context: actor)
        }
        #expect(try await refusal(again) == .notFound)
        let other = try #require(AppID("other"))
        let elsewhere = { try await rig.accounts.sessions.revokeSessions(of: account, in: other, context: actor) }
        #expect(try await refusal(elsewhere) == .notFound)
        #expect(try await refusal { _ = try await rig.accounts.sessions.sessions(of: account, in: other) } == .notFound)
    }

    @Test func `the next signing key is created once on schedule, or replaces the present one at once`() async throws {
        let before = try #require(try await rig.accounts.maintenance.signingKeys().first)
        for _ in 0..<2 { try await rig.accounts.maintenance.rotateSigningKeys(.scheduled, context: context) }
        let scheduled = try await rig.accounts.maintenance.signingKeys()
        #expect(scheduled.count == 2 && scheduled.last?.id == before.id && scheduled.last?.isSigning == true)
        let person = try await rig.accounts.signIn.signInAnonymously(to: rig.app, context: rig.context).tokens(
            rig.accounts)
        _ = try await rig.caller(person.accessToken)
        try await rig.accounts.maintenance.rotateSigningKeys(.immediate, context: context)
        let replaced = try await rig.accounts.maintenance.signingKeys()
        #expect(replaced.count == 1 && replaced.first?.isSigning == true)
        #expect(!scheduled.map(\.id).contains(replaced.first?.id ?? ""))
        #expect(try await refusal { _ = try await rig.caller(person.accessToken) } == .notAuthenticated)
        let renewed = try await rig.accounts.sessions.refresh(
            person.refreshToken, app: rig.app, apps: AppDirectory([rig.app]), context: context)
        _ = try await rig.caller(renewed.accessToken)
        #expect(try await events().filter { $0.kind == .signingKeyRotated }.map(\.detail) == ["scheduled", "at_once"])
    }
}
