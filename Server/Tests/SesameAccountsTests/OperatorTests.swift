import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of the disabling, enabling and deletion of accounts by an operator.
struct OperatorTests {
    private let rig: LifeRig

    init() async throws {
        rig = try await LifeRig()
    }

    private func disable(_ caller: Caller) async throws {
        _ = try await rig.accounts.operators.disable(caller.session.account, in: rig.app.id, context: rig.context)
    }

    @Test func `disabling an account ends its sessions, removes its devices and blocks sign-in`() async throws {
        let result = try await rig.signIn("1")
        let caller = try await rig.caller(result.tokens(rig.accounts).accessToken)
        _ = try await rig.accounts.push.register(
            try #require(DevicePushToken(.fcmToken, Secret("t"))), platform: nil, installation: "phone", of: caller,
            context: rig.context)
        let view = try await rig.accounts.operators.disable(
            caller.session.account, in: rig.app.id, context: rig.context)
        #expect(view.account.disabledAt == rig.storage.clock.now)
        #expect(try await rig.accounts.push.devices(of: caller).isEmpty)
        let ended = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.session(caller.session.id)
        }
        #expect(ended?.termination == Session.Termination(at: rig.storage.clock.now, reason: .revoked))
        for attempt in [
            { _ = try await rig.caller(result.tokens(rig.accounts).accessToken) },
            { _ = try await rig.signIn("1") },
            {
                _ = try await rig.accounts.sessions.refresh(
                    result.tokens(rig.accounts).refreshToken, app: nil, apps: AppDirectory([rig.app]),
                    context: rig.context)
            },
        ] { #expect(try await rig.code(attempt) == .userDisabled) }
        #expect(try await rig.events(of: caller).last == .accountDisabled)
    }

    @Test func `an account that is enabled again can sign in, but its sessions stay ended`() async throws {
        let caller = try await rig.person("1")
        try await disable(caller)
        let view = try await rig.accounts.operators.enable(caller.session.account, in: rig.app.id, context: rig.context)
        #expect(view.account.disabledAt == nil)
        let again = try await rig.signIn("1")
        #expect(again.view.account.id == caller.session.account && !again.isNew)
        let old = try await rig.storage.engine.read { reader throws(StorageError) in
            try reader.session(caller.session.id)
        }
        #expect(old?.termination?.reason == .revoked)
        #expect(try await rig.events(of: caller).suffix(3) == [.accountDisabled, .accountEnabled, .signedIn])
    }

    @Test func `disabling twice or enabling an enabled account has no further effect`() async throws {
        let caller = try await rig.person("1")
        _ = try await rig.accounts.operators.enable(caller.session.account, in: rig.app.id, context: rig.context)
        try await disable(caller)
        let first = rig.storage.clock.now
        rig.storage.clock.advance(by: 60)
        try await disable(caller)
        #expect(try await rig.view(caller)?.account.disabledAt == first)
        #expect(try await rig.events(of: caller).filter { $0 == .accountDisabled }.count == 1)
        #expect(try await rig.events(of: caller).contains(.accountEnabled) == false)
    }

    @Test func `an operator's deletion removes the account and records an event and a tombstone`() async throws {
        let caller = try await rig.person("1", refreshToken: "r")
        let receipt = try await rig.accounts.deletion.delete(
            caller.session.account, in: rig.app.id, context: rig.context)
        #expect(receipt.manualRevocation == [])
        #expect(try await rig.view(caller) == nil)
        #expect(try await rig.events(of: caller).last == .accountDeleted)
        #expect(rig.journal.noted.map(\.digest) == [rig.tombstone(of: caller)])
        #expect(try await rig.signIn("1").isNew)
    }

    @Test func `another app's account or an unknown account is not found`() async throws {
        let caller = try await rig.person("1")
        let other = try #require(AppID("prysm"))
        for (id, app) in [(caller.session.account, other), (AccountID("nobody"), rig.app.id)] {
            for attempt in [
                { _ = try await rig.accounts.directory.account(id, in: app) },
                { _ = try await rig.accounts.operators.disable(id, in: app, context: rig.context) },
                { _ = try await rig.accounts.operators.enable(id, in: app, context: rig.context) },
                { _ = try await rig.accounts.deletion.delete(id, in: app, context: rig.context) },
                { _ = try await rig.accounts.exports.export(id, in: app, context: rig.context) },
            ] { #expect(try await rig.code(attempt) == .notFound) }
        }
        #expect(try await rig.view(caller) != nil && rig.journal.noted.isEmpty)
    }
}
