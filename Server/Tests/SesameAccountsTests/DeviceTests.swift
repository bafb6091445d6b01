import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

struct DeviceTests {
    private let rig: PushRig

    init() async throws {
        rig = try await PushRig()
    }

    private func installations(_ caller: Caller) async throws -> [String] {
        try await rig.accounts.push.devices(of: caller).map(\.installation)
    }

    @Test func `each user sees their own devices`() async throws {
        let (phone, tablet) = (try await rig.person(), try await rig.person())
        try await rig.register("one", at: "a", of: phone)
        rig.storage.clock.advance(by: 1)
        try await rig.register("two", at: "b", of: phone)
        try await rig.register("three", at: "a", of: tablet)
        #expect(try await installations(phone) == ["b", "a"])
        #expect(try await installations(tablet) == ["a"])
        #expect(try await rig.events(of: phone).filter { $0 == .deviceAdded }.count == 2)
    }

    @Test func `a push token registered by another user moves to that user`() async throws {
        let (first, second) = (try await rig.person(), try await rig.person())
        try await rig.register("token", of: first)
        try await rig.register("token", at: "other", of: second)
        #expect(try await installations(first) == [])
        #expect(try await installations(second) == ["other"])
        #expect(try await rig.events(of: first).last == .deviceMoved)
        let push = try await rig.send(to: first)
        #expect(push.targets == 0)
    }

    @Test func `the same value of another kind is another device`() async throws {
        let (first, second) = (try await rig.person(), try await rig.person())
        try await rig.register("abc", of: first)
        try await rig.register("abc", as: .fcmFID, of: second)
        #expect(try await installations(first) == ["phone"])
        #expect(try await installations(second) == ["phone"])
    }

    @Test func `a rotated push token replaces the old one of the same device`() async throws {
        let person = try await rig.person()
        let first = try await rig.register("old", of: person)
        rig.storage.clock.advance(by: 60)
        let second = try await rig.register("new", of: person)
        #expect(second.createdAt == first.createdAt && second.refreshedAt > first.refreshedAt)
        #expect(try await rig.accounts.push.devices(of: person) == [second])
        #expect(try await rig.events(of: person).filter { $0 == .deviceAdded }.count == 1)
    }

    @Test func `a device belongs to the session that last registered it`() async throws {
        let first = try await rig.person()
        let second = try await rig.secondSession(of: first)
        try await rig.register("token", of: first)
        try await rig.register("token", of: second)
        try await rig.accounts.sessions.endSession(first.session.id, of: first, context: rig.context)
        #expect(try await installations(second) == ["phone"])
        try await rig.accounts.sessions.endSession(second.session.id, of: second, context: rig.context)
        #expect(try await installations(second) == [])
    }

    @Test func `an ended session cannot register a device`() async throws {
        let person = try await rig.person()
        try await rig.accounts.sessions.endSession(person.session.id, of: person, context: rig.context)
        await #expect(throws: AccountError.self) { try await rig.register("token", of: person) }
        #expect(try await installations(person) == [])
    }

    @Test func `removing the installation of another user returns the error of an unknown one`() async throws {
        let (first, second) = (try await rig.person(), try await rig.person())
        try await rig.register("token", at: "theirs", of: first)
        var reasons: [String] = []
        for name in ["theirs", "unknown", "", "é"] {
            do throws(AccountError) {
                try await rig.accounts.push.removeDevice(name, of: second, context: rig.context)
            } catch {
                #expect(error.code == .notFound)
                reasons.append(error.reason)
            }
        }
        #expect(reasons.count == 4 && Set(reasons).count == 1)
        #expect(try await installations(first) == ["theirs"])
        try await rig.accounts.push.removeDevice("theirs", of: first, context: rig.context)
        #expect(try await installations(first) == [])
        #expect(try await rig.events(of: first).last == .deviceRemoved)
    }

    @Test func `deleting, disabling or merging an account removes its devices`() async throws {
        let people = [try await rig.person(), try await rig.person(), try await rig.person()]
        for (number, person) in people.enumerated() { try await rig.register("\(number)", of: person) }
        _ = try await rig.accounts.deletion.deleteAccount(of: people[0], context: rig.context)
        try await rig.storage.engine.write { [app = rig.app.id] transaction throws(StorageError) in
            guard var account = try transaction.account(people[1].session.account, in: app) else { return }
            account.disabledAt = account.createdAt
            try transaction.update(account)
        }
        let change = AccountLinker(
            tools: rig.accounts.linking.tools, caller: people[2], session: SessionSeed(SessionID("new")),
            now: rig.storage.clock.now,
            context: rig.context)
        try await rig.storage.engine.write { transaction throws(StorageError) in
            try change.endSessions(of: people[2].session.account, .merged, transaction)
        }
        for (number, person) in people.enumerated() {
            let address = try #require(DevicePushToken(.fcmToken, Secret("\(number)")))
            let digest = rig.accounts.push.devices.digest(of: address, in: rig.app.id)
            let device = try await rig.storage.engine.read { reader throws(StorageError) in try reader.device(digest) }
            #expect(device == nil, "\(number)")
            #expect(try await rig.events(of: person).contains(.deviceAdded))
        }
    }

    @Test func `a device expires sixty days after its registration, or as the app sets it`()
        async throws
    {
        for (settings, days) in [(PushSettings(), 60.0), (PushSettings(deviceLife: 86_400), 1)] {
            let rig = try await PushRig(settings)
            let person = try await rig.person()
            let device = try await rig.register("token", of: person)
            #expect(device.expiresAt == rig.storage.clock.now.addingTimeInterval(days * 86_400))
            for (distance, isThere) in [(-1.0, true), (2, false)] {
                rig.storage.clock.advance(by: distance < 0 ? days * 86_400 + distance : distance)
                try await rig.accounts.maintenance.purge()
                let found = try await rig.storage.engine.read { reader throws(StorageError) in
                    try reader.device(device.digest)
                }
                #expect((found != nil) == isThere)
            }
        }
    }

    @Test func `beyond the limit of devices, the oldest registration is removed`() async throws {
        let person = try await rig.person()
        for number in 0...Device.maxPerAccount {
            try await rig.register("token-\(number)", at: "\(number)", of: person)
            rig.storage.clock.advance(by: 1)
        }
        let left = try await installations(person)
        #expect(left.count == Device.maxPerAccount && !left.contains("0") && left.contains("1"))
    }

    @Test(arguments: ["", String(repeating: "a", count: 129), "a b", "a/b", "é", "a\u{0}"])
    func `an invalid installation id is rejected`(id: String) async throws {
        let person = try await rig.person()
        await #expect(throws: AccountError.self) { try await rig.register("token", at: id, of: person) }
    }

    @Test(arguments: [
        (DeviceKind.fcmToken, "c:APA91b-_", true), (.fcmToken, String(repeating: "a", count: 4_096), true),
        (.fcmToken, String(repeating: "a", count: 4_097), false), (.fcmToken, "", false), (.fcmToken, "a b", false),
        (.fcmToken, "é", false), (.fcmToken, "a\n", false), (.fcmFID, "dVr_x-1", true), (.fcmFID, "a:b", false),
        (.fcmFID, String(repeating: "a", count: 129), false), (.apns, String(repeating: "0f", count: 32), true),
        (.apns, String(repeating: "0F", count: 32), false), (.apns, String(repeating: "0", count: 63), false),
        (.apns, "00", false),
    ])
    func `a push token must have the form of its kind`(kind: DeviceKind, value: String, isOne: Bool) {
        #expect((DevicePushToken(kind, Secret(value)) != nil) == isOne)
    }

    @Test func `a push token is stored encrypted and opens only in its own row`() async throws {
        let person = try await rig.person()
        let (one, two) = (
            try await rig.register("value-one", at: "1", of: person),
            try await rig.register("value-two", at: "2", of: person)
        )
        #expect(!one.sealed.contains("value-one".utf8) && one.digest != two.digest)
        #expect(try rig.accounts.push.devices.open(one).value == Secret("value-one"))
        let swapped = Device(
            app: one.app, account: one.account, session: one.session, installation: one.installation, kind: one.kind,
            digest: one.digest, sealed: two.sealed, platform: nil, createdAt: one.createdAt,
            refreshedAt: one.refreshedAt, expiresAt: one.expiresAt)
        #expect(throws: StorageError.self) { try rig.accounts.push.devices.open(swapped) }
    }

    @Test func `digests differ by app, kind and value`() throws {
        let cipher = rig.accounts.push.devices
        let apps = [try #require(AppID("a")), try #require(AppID("af"))]
        var digests: Set<[UInt8]> = []
        for app in apps {
            for (kind, value) in [(DeviceKind.fcmToken, "x"), (.fcmFID, "x"), (.fcmToken, "fx")] {
                digests.insert(cipher.digest(of: try #require(DevicePushToken(kind, Secret(value))), in: app))
            }
        }
        #expect(digests.count == 6)
    }
}
