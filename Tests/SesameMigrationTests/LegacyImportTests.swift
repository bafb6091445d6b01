import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame
@testable import SesameMigration

@Suite struct LegacyImportTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let document = """
        {"id": "A1", "appleUserID": "uid-1", "name": "Test User 1", "isSubscribed": true, "partnerCode": "1234",
         "relationshipGoals": ["talk"], "profileImageURL": null}
        """

    static func left(
        _ document: LegacyValue = .text(document), at timestamp: LegacyValue = .number(1_799_999_999_000)
    ) -> MemoryPreferences {
        MemoryPreferences([
            "AppleDisplayName_001.abc": .text(" Test User 1 "), "AppleDisplayName_": .text("nobody"),
            "AppleDisplayName_002": .text(" "), "AppleDisplayName_003": .number(3), "pendingFCMToken": .text("fcm-1"),
            "cached_user": document, "cache_timestamp": timestamp, "theme": .text("dark"),
        ])
    }

    func run(_ preferences: MemoryPreferences) async throws(AuthError) -> [LegacyData] {
        var taken: [LegacyData] = []
        try await LegacyImport(from: preferences, now: Self.now).run { taken.append($0) }
        return taken
    }

    @Test func `legacy data is handed over once and removed, and other preferences are unchanged`() async throws {
        let preferences = Self.left()
        let taken = try await run(preferences)
        let belongings = try #require(taken.first)
        #expect(
            belongings.names
                == [FirstSignInName(appleUser: "001.abc", name: PersonName(givenName: "Test User 1"))])
        #expect(belongings.pendingPushToken == Secret("fcm-1"))
        #expect(belongings.profile?.uid == "uid-1")
        #expect(Set(preferences.names) == ["theme", "sesame.legacy-import.done"])
        #expect(try await run(preferences).isEmpty)
    }

    @Test func `a cached profile suggests its editable fields to its own user only`() async throws {
        let profile = try #require(try await run(Self.left()).first?.profile)
        #expect(
            profile.suggestions(for: .mock(uid: "uid-1"))
                == ["name": "Test User 1", "relationshipGoals": .array([.string("talk")])])
        #expect(profile.suggestions(for: .mock(uid: "uid-2")) == nil)
    }

    @Test(arguments: [
        (LegacyValue.number(1_799_999_999_000), true), (.number(1_799_999_999), true), (.date(now - 5), true),
        (.number(1_800_000_000 - 7 * 86_400), false), (.number(1_800_086_400), false), (.number(.nan), false),
        (.number(-1), false), (.text("yesterday"), false),
    ])
    func `a cached profile is imported only within seven days`(timestamp: LegacyValue, isTaken: Bool) async throws {
        let belongings = try await run(Self.left(at: timestamp)).first
        #expect((belongings?.profile != nil) == isTaken)
    }

    @Test(arguments: [
        LegacyValue.text("{"), .text("[]"), .text(#"{"name": "x"}"#), .text(#"{"uid": ""}"#), .number(1),
        .data(Data([0xff])), .text(#"{"uid": 7}"#),
    ])
    func `an invalid or ownerless cached profile is dropped, and the rest is imported`(
        document: LegacyValue
    ) async throws {
        let preferences = Self.left(document)
        let belongings = try #require(try await run(preferences).first)
        #expect(belongings.profile == nil)
        #expect(belongings.pendingPushToken != nil)
        #expect(!preferences.names.contains("cached_user"))
    }

    @Test(arguments: [#"{"uid": "uid-1", "id": "x"}"#, #"{"googleUserID": "uid-1", "id": "x"}"#, #"{"id": "uid-1"}"#])
    func `the uid is read from each field that earlier versions used`(document: String) async throws {
        let belongings = try await run(Self.left(.data(Data(document.utf8)))).first
        #expect(belongings?.profile?.uid == "uid-1")
    }

    @Test func `names go to the manager, a push token to the registrar, and a profile to its cache`() async throws {
        let preferences = Self.left()
        let store = MockSessionStore()
        let auth = AuthManager(service: MockAuthService(), store: store)
        let devices = MockPushTokenService()
        let pushes = PushTokenRegistrar(
            service: devices, source: nil,
            profiles: ProfileStore(
                service: MockProfileService(.mock(of: "uid-1")), auth: auth, storage: .memory),
            auth: auth, storage: .memory, permission: .granted)
        let profiles = UserCache<LegacyProfile>(at: .memory, name: "left")
        try await LegacyImport(from: preferences, now: Self.now).run(into: auth, pushes: pushes, profiles: profiles)
        #expect(try store.loadNames().map(\.appleUser) == ["001.abc"])
        #expect(pushes.state == .pending)
        #expect(profiles.read(for: "uid-1").value?.uid == "uid-1")
        #expect(Set(preferences.names) == ["theme", "sesame.legacy-import.done"])
    }

    @Test func `an import on a locked device throws and changes nothing`() async throws {
        let preferences = Self.left()
        let store = MockSessionStore()
        store.fail(with: AuthError(.storageLocked, "the device is locked"))
        let auth = AuthManager(service: MockAuthService(), store: store)
        await #expect(throws: AuthError.self) {
            try await LegacyImport(from: preferences, now: Self.now).run(into: auth)
        }
        #expect(preferences.names.count == 8)
    }

    @Test func `empty preferences on a locked device are not taken for a new installation`() async throws {
        let preferences = MemoryPreferences([:])
        let store = MockSessionStore()
        store.fail(with: AuthError(.storageLocked, "the device is locked"))
        let auth = AuthManager(service: MockAuthService(), store: store)
        await #expect(throws: AuthError.self) {
            try await LegacyImport(from: preferences, now: Self.now).run(into: auth)
        }
        #expect(preferences.names.isEmpty)
    }

    @Test(arguments: [AuthError.Code.storageLocked, .storageUnavailable])
    func `a push token that cannot be stored stays in the preferences until it can`(code: AuthError.Code) async throws {
        let preferences = MemoryPreferences(["pendingFCMToken": .text("fcm-1")])
        let auth = AuthManager(service: MockAuthService(), store: MockSessionStore())
        let device = MockDeviceStorage()
        device.fail(with: AuthError(code, "a test's"))
        let pushes = PushTokenRegistrar(
            service: MockPushTokenService(), source: nil,
            profiles: ProfileStore(service: MockProfileService(), auth: auth, storage: .memory), auth: auth,
            storage: .mock(device: device), permission: .granted)
        await #expect(throws: AuthError.self) {
            try await LegacyImport(from: preferences, now: Self.now).run(into: auth, pushes: pushes)
        }
        #expect(preferences.names == ["pendingFCMToken"])
        device.fail(with: nil)
        try await LegacyImport(from: preferences, now: Self.now).run(into: auth, pushes: pushes)
        #expect(preferences.names == ["sesame.legacy-import.done"] && pushes.state == .pending)
    }

    @Test func `a new installation imports nothing, even if legacy data appears later`() async throws {
        let preferences = MemoryPreferences([:])
        #expect(try await run(preferences).isEmpty)
        preferences.write(.text("fcm-2"), as: "pendingFCMToken")
        #expect(try await run(preferences).isEmpty)
        #expect(preferences.names == ["sesame.legacy-import.done"])
    }

    @Test func `data that could not be imported stays for the next attempt`() async throws {
        let preferences = Self.left()
        await #expect(throws: AuthError.self) {
            try await LegacyImport(from: preferences, now: Self.now).run { _ throws(AuthError) in
                throw AuthError(.storageLocked, "the device is locked")
            }
        }
        #expect(preferences.names.count == 8)
        #expect(try await run(preferences).count == 1)
    }

    /// Checks an import that stops after the given number of steps, as if the app were killed, and runs again at the
    /// next launch.
    @Test(arguments: 0..<10)
    func `a crash at any step loses nothing, and repeats only an import not yet recorded`(
        steps: Int
    ) async throws {
        let preferences = Self.left()
        preferences.stop(after: steps)
        var taken = try await run(preferences)
        preferences.stop(after: nil)
        taken += try await run(preferences)
        #expect(taken.count == (steps == 0 ? 2 : 1))
        #expect(Set(taken.map(\.pendingPushToken)) == [Secret("fcm-1")])
        #expect(Set(preferences.names) == ["theme", "sesame.legacy-import.done"])
    }

    @Test func `an imported profile is cached for its own user only`() async throws {
        let cache = UserCache<LegacyProfile>(storage: MemoryCacheStorage())
        let profile = try #require(try await run(Self.left()).first?.profile)
        try cache.save(profile, for: profile.uid)
        #expect(cache.read(for: "uid-1") == .fresh(profile))
        #expect(cache.read(for: "uid-2") == .missing)
    }

    @Test func `printing legacy data shows no name, token or profile field`() async throws {
        let belongings = try #require(try await run(Self.left()).first)
        let profile = try #require(belongings.profile)
        var text = "\(belongings) \(profile) \(String(reflecting: belongings)) \(String(reflecting: profile))"
        dump(belongings, to: &text)
        dump(profile, to: &text)
        #expect(text.contains("LegacyProfile"))
        let entry = LegacyValue.text("fcm-1")
        dump(entry, to: &text)
        #expect(!"\(text) \(entry)".contains("Test User 1") && !"\(text) \(entry)".contains("fcm-1"))
        #expect(!text.contains("talk"))
    }

    @Test func `the app's own UserDefaults are imported once and cleared`() async throws {
        let suite = "sesame-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set(Data(Self.document.utf8), forKey: "cached_user")
        defaults.set(1_799_999_999.0, forKey: "cache_timestamp")
        defaults.set("fcm-1", forKey: "pendingFCMToken")
        let preferences = try #require(UserDefaultsPreferences(suite: suite))
        var taken: [LegacyData] = []
        try await LegacyImport(from: preferences, now: Self.now).run { taken.append($0) }
        try await LegacyImport(from: preferences, now: Self.now).run { taken.append($0) }
        #expect(taken.count == 1)
        #expect(taken.first?.profile?.uid == "uid-1")
        #expect(preferences.names == ["sesame.legacy-import.done"])
        #expect(preferences.value(of: "sesame.legacy-import.done") == .date(Self.now))
    }
}

/// In-memory preferences that can stop changing after a number of steps, as if the app had been killed.
final class MemoryPreferences: LegacyPreferences {
    private var entries: [String: LegacyValue]
    private var steps: Int?

    init(_ entries: [String: LegacyValue]) {
        self.entries = entries
    }

    var names: [String] { entries.keys.sorted() }

    func stop(after steps: Int?) { self.steps = steps }

    func value(of name: String) -> LegacyValue? { entries[name] }

    func write(_ value: LegacyValue, as name: String) { change { entries[name] = value } }

    func remove(_ name: String) { change { entries[name] = nil } }

    private func change(_ change: () -> Void) {
        if let steps {
            guard steps > 0 else { return }
            self.steps = steps - 1
        }
        change()
    }
}
