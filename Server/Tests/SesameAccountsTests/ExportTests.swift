import Foundation
import SesameCore
import SesameWire
import Testing

@testable import SesameAccounts

/// Tests of the data export: its content, and the sessions that may request it.
struct ExportTests {
    private let rig: LifeRig

    init() async throws {
        rig = try await LifeRig()
    }

    @Test func `an export contains all of the caller's data and nothing of other users`() async throws {
        let caller = try await rig.person("1", refreshToken: "r")
        _ = try await rig.accounts.push.register(
            try #require(DevicePushToken(.fcmToken, Secret("t"))), platform: .ios, installation: "phone", of: caller,
            context: rig.context)
        let second = try await rig.person("1")
        let stranger = try await rig.person("2", refreshToken: "s")
        _ = try await rig.accounts.push.register(
            try #require(DevicePushToken(.fcmToken, Secret("u"))), platform: .ios, installation: "phone", of: stranger,
            context: rig.context)
        let export = try await rig.accounts.exports.export(of: caller, context: rig.context)
        #expect(export.view.identities.map(\.subject) == ["1"])
        #expect(Set(export.sessions.map(\.id)) == [caller.session.id, second.session.id])
        #expect(export.devices.map(\.session) == [caller.session.id])
        #expect(export.consents == [.init(provider: .apple, clientID: AppleDouble.native)])
        #expect(
            export.events.map(\.kind)
                == [.dataExported, .signedIn, .deviceAdded, .signedIn, .accountCreated])
        #expect(export.at == rig.storage.clock.now)
    }

    @Test func `an export requires a recent sign-in, except for a guest`() async throws {
        let (caller, guest) = (try await rig.person("1"), try await rig.guest())
        rig.storage.clock.advance(by: StepUp.window + 1)
        func late(_ caller: Caller) -> Caller {
            Caller(app: rig.app, session: caller.session, checkedAt: rig.storage.clock.now)
        }
        #expect(
            try await rig.code { _ = try await rig.accounts.exports.export(of: late(caller), context: rig.context) }
                == .reauthenticationRequired)
        #expect(try await !rig.events(of: caller).contains(.dataExported))
        _ = try await rig.accounts.exports.export(of: late(guest), context: rig.context)
    }

    @Test func `an export is rejected once its session has ended`() async throws {
        let caller = try await rig.person("1")
        try await rig.accounts.sessions.endSession(caller.session.id, of: caller, context: rig.context)
        #expect(
            try await rig.code { _ = try await rig.accounts.exports.export(of: caller, context: rig.context) }
                == .sessionEnded)
    }

    @Test func `only one export of an account runs at a time`() async throws {
        let (caller, other) = (try await rig.person("1"), try await rig.person("2"))
        #expect(rig.accounts.exports.exports.enter(caller.session.account, in: rig.app.id))
        do {
            _ = try await rig.accounts.exports.export(of: caller, context: rig.context)
            Issue.record("two exports at a time")
        } catch {
            #expect((error as AccountError).code == .rateLimited && (error as AccountError).retryAfter == 2)
        }
        _ = try await rig.accounts.exports.export(of: other, context: rig.context)
        rig.accounts.exports.exports.leave(caller.session.account, in: rig.app.id)
        for _ in 1...2 { _ = try await rig.accounts.exports.export(of: caller, context: rig.context) }
    }
}
