import Foundation
import SesameCore
import SesameSQLite
import Testing

@testable import SesameAccounts

/// Tests of profile changes in a real database.
struct ProfileTests {
    private let storage: TestStorage
    private let accounts: Services
    private let app: App
    private let strict: App
    private let context = RequestContext(requestID: "test")

    init() async throws {
        storage = try TestStorage()
        let fields = [
            ProfileFieldDefinition("name", source: .displayName), ProfileFieldDefinition("bio"),
            ProfileFieldDefinition("isSubscribed", .bool, owner: .server, initial: false),
        ]
        let id = try #require(AppID("couple"))
        app = App(id: id, allowsAnonymous: true, profile: ProfileSchema(fields: fields, required: ["name"]))
        strict = App(
            id: id, allowsAnonymous: true,
            profile: ProfileSchema(fields: fields, required: ["name"], providers: [.apple, .google]))
        accounts = try await .test(storage, AppleDouble(serving: app.id, clock: storage.clock))
    }

    private func guest(of app: App? = nil) async throws -> Caller {
        let app = app ?? self.app
        let result = try await accounts.signIn.signInAnonymously(to: app, context: context)
        return Caller(app: app, session: try await session(result), checkedAt: storage.clock.now)
    }

    private func session(_ result: SignIn) async throws -> Session {
        try #require(
            try await storage.engine.read { reader throws(StorageError) in try reader.session(result.session.id) })
    }

    private func change(
        _ caller: Caller, _ fields: JSONObject, if condition: VersionCondition = .any
    ) async throws(AccountError) -> StoredProfile {
        try await accounts.account.changeProfile(
            of: caller, by: ProfilePatch(fields: fields), if: condition, context: context
        ).account.profile
    }

    private func refusal(_ operation: () async throws(AccountError) -> StoredProfile) async -> AccountError? {
        do throws(AccountError) {
            _ = try await operation()
            return nil
        } catch {
            return error
        }
    }

    private func stored(_ caller: Caller) async throws -> StoredProfile {
        try await accounts.sessions.account(of: caller).account.profile
    }

    @Test func `a change is stored with its version and time`() async throws {
        let caller = try await guest()
        let before = try await stored(caller)
        storage.clock.advance(by: 10)
        let profile = try await change(caller, ["bio": "one"])
        #expect(profile.version == before.version + 1 && profile.updatedAt == storage.clock.now)
        #expect(try await stored(caller) == profile)
    }

    @Test func `a stale change is rejected with the current profile, unless it is already applied`() async throws {
        let caller = try await guest()
        let current = try await change(caller, ["bio": "one"], if: .among([1]))
        let refused = await refusal { () async throws(AccountError) in
            try await change(caller, ["bio": "two"], if: .among([1]))
        }
        #expect(refused?.code == .preconditionFailed && refused?.stale?.presented == 1)
        #expect(refused?.stale?.account.account.profile == current)
        #expect(try await stored(caller) == current)
        #expect(try await change(caller, ["bio": "one"], if: .among([1])) == current)
        #expect(try await change(caller, ["bio": "two"], if: .among([7, 2])).version == 3)
        let none = await refusal { () async throws(AccountError) in
            try await change(caller, ["bio": "x"], if: .among([]))
        }
        #expect(none?.code == .preconditionFailed && none?.stale?.presented == nil)
    }

    @Test func `several steps build on each other and take effect together or not at all`() async throws {
        let caller = try await guest()
        let longer = ProfileUpdate { view throws(AccountError) in
            let bio = view.account.profile.fields["bio"]?.string ?? ""
            return bio == "xx" ? nil : ProfilePatch(fields: ["bio": .string(bio + "x")])
        }
        let refused = ProfileUpdate { _ throws(AccountError) in ProfilePatch(fields: ["isSubscribed": true]) }
        let views = try await accounts.account.changeProfile(
            of: caller, in: [longer, longer, longer], context: context)
        #expect(views.map { $0.account.profile.fields["bio"] } == ["x", "xx", "xx"])
        #expect(views.map(\.account.profile.version) == [2, 3, 3])
        let current = try await stored(caller)
        #expect(current == views[2].account.profile)
        let late = ProfileUpdate(if: .among([2])) { _ throws(AccountError) in ProfilePatch(fields: ["bio": "late"]) }
        for (step, code) in [(refused, AuthError.Code.readOnlyField), (late, .preconditionFailed)] {
            let refusal = await refusal { () async throws(AccountError) in
                let change = ProfileUpdate { _ throws(AccountError) in ProfilePatch(fields: ["name": "new"]) }
                return try await accounts.account.changeProfile(of: caller, in: [change, step], context: context)[0]
                    .account
                    .profile
            }
            #expect(refusal?.code == code)
            #expect(try await stored(caller) == current)
        }
    }

    @Test func `a device change takes effect only if the profile change succeeds`() async throws {
        let caller = try await guest()
        let address = try #require(DevicePushToken(.fcmToken, Secret("token")))
        let device = DeviceChange.register(address, installation: "phone")
        let refused = ProfileUpdate { _ throws(AccountError) in ProfilePatch(fields: ["isSubscribed": true]) }
        let none = await refusal { () async throws(AccountError) in
            try await accounts.account.changeProfile(of: caller, in: [refused], device: device, context: context)[0]
                .account
                .profile
        }
        #expect(none?.code == .readOnlyField)
        #expect(try await accounts.push.devices(of: caller).isEmpty)
        _ = try await accounts.account.changeProfile(of: caller, in: [], device: device, context: context)
        #expect(try await accounts.push.devices(of: caller).map(\.installation) == ["phone"])
        #expect(try await accounts.push.registration(of: "phone", by: caller)?.address == address)
        #expect(try await accounts.push.registration(of: "tablet", by: caller) == nil)
        _ = try await accounts.account.changeProfile(
            of: caller, in: [], device: .remove(installation: "phone"), context: context)
        #expect(try await accounts.push.devices(of: caller).isEmpty)
        _ = try await accounts.account.changeProfile(of: caller, in: [], device: device, context: context)
        storage.clock.advance(by: app.push.deviceLife)
        let later = Caller(app: app, session: caller.session, checkedAt: storage.clock.now)
        #expect(try await accounts.push.registration(of: "phone", by: later) == nil)
    }

    @Test func `a malformed change is reported as such, whatever its version`() async throws {
        let caller = try await guest()
        let refused = await refusal { () async throws(AccountError) in
            try await change(caller, ["nothing": 1], if: .among([9]))
        }
        #expect(refused?.code == .invalidRequest)
    }

    @Test func `concurrent changes to different fields are all stored`() async throws {
        let caller = try await guest()
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    _ = try await change(caller, [number.isMultiple(of: 2) ? "name" : "bio": .string("\(number)")])
                }
            }
            try await group.waitForAll()
        }
        let profile = try await stored(caller)
        #expect(profile.version == 41)
        for name in ["name", "bio"] { #expect(profile.fields[name]?.string != nil) }
    }

    @Test func `an attempt to change a read-only field is recorded and changes nothing`() async throws {
        let caller = try await guest()
        let before = try await stored(caller)
        let refused = await refusal { () async throws(AccountError) in
            try await change(caller, ["bio": "one", "isSubscribed": true])
        }
        #expect(refused?.code == .readOnlyField)
        #expect(try await stored(caller) == before)
        let event = try await storage.engine.read { reader throws(StorageError) in
            try reader.events(of: caller.session.account, in: app.id, limit: 1).first
        }
        #expect(event?.kind == .readOnlyFieldRefused && event?.session == caller.session.id)
    }

    @Test func `an app can require a provider before it accepts a profile change`() async throws {
        let caller = try await guest(of: strict)
        let refused = await refusal { () async throws(AccountError) in try await change(caller, ["bio": "one"]) }
        #expect(refused?.code == .providerRequired)
        let identity = Identity(
            app: app.id, provider: .google, subject: "1", account: caller.session.account, claims: IdentityClaims(),
            createdAt: storage.clock.now)
        try await storage.engine.write { transaction throws(StorageError) in try transaction.insert(identity) }
        #expect(try await change(caller, ["bio": "one"]).version == 2)
    }

    @Test func `a signed-out or disabled user cannot change the profile`() async throws {
        let signedOut = try await guest()
        try await accounts.sessions.endSession(signedOut.session.id, of: signedOut, context: context)
        let disabled = try await guest()
        try await storage.engine.write { [now = storage.clock.now] transaction throws(StorageError) in
            guard var account = try transaction.account(disabled.session.account, in: disabled.app.id) else { return }
            account.disabledAt = now
            try transaction.update(account)
        }
        for (caller, code) in [(signedOut, AuthError.Code.sessionEnded), (disabled, .userDisabled)] {
            let refused = await refusal { () async throws(AccountError) in try await change(caller, ["bio": "one"]) }
            #expect(refused?.code == code)
            #expect(try await stored(caller).version == 1)
        }
    }

    @Test func `a new last sign-in time leaves the profile unchanged`() async throws {
        let caller = try await guest()
        _ = try await change(caller, ["bio": "one"])
        let before = try await accounts.sessions.account(of: caller).account
        var later = before
        later.lastSignInAt += 60
        try await storage.engine.write { [later] transaction throws(StorageError) in try transaction.update(later) }
        #expect(try await stored(caller) == before.profile)
    }
}
