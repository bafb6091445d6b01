import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of a guest's unsent changes when the guest account is merged into another account.
@Suite struct MergedGuestTests {
    let clock = ManualClock()
    let service: MockAuthService
    let sessions = MemorySessionStore(.sample(100, user: .guest))
    let manager: AuthManager
    let profiles: MockProfileService
    let outbox = MockCacheStorage()
    let cache = MockCacheStorage()
    let guest = UserAuthInfo.guest.uid

    private static let mood = ProfileField<String>.string("mood")

    init() {
        service = MockAuthService(clock: clock.clock)
        manager = AuthManager(service: service, store: sessions, clock: clock.clock)
        profiles = MockProfileService(
            steps: ProfileRig.steps, clock: clock.clock, .mock(of: UserAuthInfo.guest.uid, ["mood": "none"]))
    }

    private func makeStore(_ manager: AuthManager? = nil) -> ProfileStore {
        ProfileStore(
            service: profiles, auth: manager ?? self.manager, storage: .mock(outbox: outbox, profile: cache),
            steps: ProfileRig.steps, clock: clock.clock, random: { 0.5 })
    }

    /// Creates an account with a Google identity and this profile, and returns its user.
    private func makeOwner(
        _ fields: JSONObject, _ onboarding: OnboardingStatus = .init(state: .notStarted)
    ) async throws -> UserAuthInfo {
        let other = AuthManager(service: service, store: MemorySessionStore(), clock: clock.clock)
        let user = try await other.signIn(with: .google(idToken: Secret("g"), nonce: Nonce(Secret("n")))).user
        profiles[user.uid] = .mock(of: user.uid, version: 5, fields, onboarding)
        return user
    }

    /// Returns a store with a guest's unsent changes, whose saves fail as on an offline device.
    private func waiting(at step: OnboardingStep? = nil) async throws -> ProfileStore {
        await manager.restore()
        let store = makeStore()
        _ = await store.load(for: .guest)
        profiles.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.name] = "Guest"
        draft[.city] = "Lyon"
        draft[Self.mood] = "fine"
        try await store.save(draft, at: step)
        return store
    }

    private func become(_ user: UserAuthInfo, _ policy: ConflictPolicy = .merge) async throws {
        let upgrade = try await manager.upgrade(
            with: .google(idToken: Secret("g"), nonce: try await manager.nonce(for: .linking)), onConflict: policy)
        #expect(upgrade.user.uid == user.uid && manager.auth?.uid == user.uid)
        // The same merge as on the server.
        let brought = profiles[guest]?.fields ?? [:]
        if policy == .merge {
            for member in brought.members where profiles[user.uid]?.fields[member.name]?.isGiven != true {
                profiles[user.uid]?.fields[member.name] = member.value
            }
        }
        profiles[guest] = nil
        profiles.fail(.save, with: nil)
    }

    /// Returns the app's store after a relaunch.
    private func relaunched() async -> ProfileStore {
        let manager = AuthManager(service: service, store: sessions, clock: clock.clock)
        await manager.restore()
        return makeStore(manager)
    }

    @Test func `a guest's unsent changes arrive in the merged account, whose own values stay`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        // A value that both accounts had from the start does not count as the owner's own.
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "fine", "city": "Lyon"])
        #expect(store.snapshot?.pendingFields.isEmpty == true && store.snapshot?.profile[.city] == "Lyon")
        #expect(outbox.ownerUID == nil)
    }

    @Test func `a guest's unsent changes to fields that the account has are dropped`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "calm", "city": "Paris"])
        let store = try await waiting()
        try await become(owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "calm", "city": "Paris"])
        #expect(profiles.saves.allSatisfy { $0.version != 5 })
        #expect(store.snapshot?.pendingFields.isEmpty == true)
    }

    @Test func `a guest's unsent changes arrive although the app was killed after the merge`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        _ = try await waiting()
        try await become(owner)
        await relaunched().sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "fine", "city": "Lyon"])
        #expect(outbox.ownerUID == nil)
    }

    @Test func `unsent changes not yet compared with the account are compared after a restart`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        profiles.fail(.load, with: .isOffline)
        await store.sendPendingChanges()
        #expect(outbox.ownerUID == owner.uid)
        profiles.fail(.load, with: nil)
        await relaunched().sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "fine", "city": "Lyon"])
    }

    @Test func `unsent changes arrive although the device could not store them or was locked`() async throws {
        let owner = try await makeOwner(["mood": "none"])
        outbox.fail(.write, with: .isFull)
        await manager.restore()
        let store = makeStore()
        _ = await store.load(for: .guest)
        profiles.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.storageUnavailable) { try await store.save(draft) }
        outbox.fail(.write, with: nil)
        outbox.fail(.read, with: .isLocked)
        try await become(owner)
        _ = await store.load(for: owner)
        #expect(profiles[owner.uid]?.fields == ["mood": "none"])
        outbox.fail(.read, with: nil)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["mood": "none", "city": "Lyon"])
    }

    @Test func `changes stored before the device was locked arrive together with later ones`() async throws {
        let owner = try await makeOwner(["mood": "none"])
        _ = try await waiting()
        outbox.fail(.read, with: .isLocked)
        profiles.fail(.save, with: nil)
        let store = await relaunched()
        _ = await store.load(for: .guest)
        var draft = try await store.draft()
        draft[Self.mood] = "calm"
        // The server accepts this change, while the device cannot read the waiting ones.
        try await store.save(draft)
        #expect(profiles[guest]?.fields == ["mood": "calm"])
        let auth = await store.auth
        try await auth.upgrade(
            with: .google(idToken: Secret("g"), nonce: try await auth.nonce(for: .linking)), onConflict: .merge)
        profiles[owner.uid]?.fields["mood"] = "calm"
        outbox.fail(.read, with: nil)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["mood": "calm", "name": "Guest", "city": "Lyon"])
    }

    @Test func `the user's changes after the merge replace the account's values`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        profiles.fail(.save, with: .isOffline)
        _ = await store.load(for: owner)
        var draft = try await store.draft()
        #expect(draft[.name] == "Owner" && draft[.city] == "Lyon")
        draft[.name] = "Test User 1"
        draft[.city] = "Nice"
        try await store.save(draft)
        profiles[owner.uid]?.fields["city"] = "Paris"
        profiles.fail(.save, with: nil)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Test User 1", "mood": "fine", "city": "Nice"])
    }

    @Test func `a value that another device sets before the guest's arrives stays`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        profiles.fail(.save, with: .isOffline)
        _ = await store.load(for: owner)
        #expect(store.snapshot?.pendingFields == ["city", "mood"])
        profiles[owner.uid]?.fields["city"] = "Paris"
        profiles[owner.uid]?.version += 1
        profiles.fail(.save, with: nil)
        await relaunched().sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "fine", "city": "Paris"])
    }

    @Test func `a guest's later change updates what the guest has brought, and removes nothing`() async throws {
        profiles[guest]?.fields = ["mood": "none", "city": "Nice", "name": "Same"]
        let owner = try await makeOwner(["name": "Same", "mood": "none"])
        await manager.restore()
        let store = makeStore()
        _ = await store.load(for: .guest)
        profiles.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        (draft[.city], draft[.name], draft[Self.mood]) = ("Lyon", nil, "")
        try await store.save(draft)
        try await become(owner)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Same", "mood": "none", "city": "Lyon"])
        #expect(store.snapshot?.pendingFields.isEmpty == true)
    }

    @Test func `a guest's second change during a save is the one that arrives`() async throws {
        let owner = try await makeOwner(["mood": "none"])
        await manager.restore()
        let store = makeStore()
        _ = await store.load(for: .guest)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        profiles.hold(.save)
        let first = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { profiles.count(of: .save) == 1 })
        draft[.city] = "Nice"
        let second = Task { [draft] in try await store.save(draft) }
        #expect(await eventually { store.snapshot?.profile[.city] == "Nice" })
        profiles.fail(.save, with: .isOffline)
        profiles.release(.save)
        _ = try await (first.value, second.value)
        #expect(profiles[guest]?.fields["city"] == "Lyon")
        try await become(owner)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["mood": "none", "city": "Nice"])
    }

    @Test func `an empty list in the account does not count as its own value`() async throws {
        let goals = ProfileField<[String]>.strings("goals")
        let owner = try await makeOwner(["goals": .array([]), "mood": "none"])
        await manager.restore()
        let store = makeStore()
        _ = await store.load(for: .guest)
        profiles.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[goals] = ["sleep"]
        try await store.save(draft)
        try await become(owner)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields["goals"] == ["sleep"])
    }

    @Test func `the user's own change of an object replaces the guest's`() {
        func field(_ members: [String: String], isGuests: Bool = false) -> PendingChanges.Field {
            let changes = members.map { ValueChange.Member(name: $0.key, change: .value(.string($0.value))) }
            return PendingChanges.Field(name: "place", change: .members(changes), isGuests: isGuests)
        }
        var changes = PendingChanges()
        changes.add(PendingChanges(fields: [field(["street": "a"], isGuests: true)]))
        changes.add(PendingChanges(fields: [field(["city": "b"])]))
        #expect(changes.fields == [field(["city": "b"])])
    }

    @Test func `the profile is shown offline at each launch after the merge`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        profiles.fail(.load, with: .isOffline)
        for _ in 0..<2 {
            let store = await relaunched()
            _ = await store.load(for: owner)
            #expect(store.snapshot?.profile[.name] == "Owner")
            #expect(cache.ownerUID == owner.uid)
        }
    }

    @Test func `unsent changes are dropped when the merge is undone`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"])
        let store = try await waiting()
        try await become(owner)
        profiles.fail(.save, with: .isOffline)
        _ = await store.load(for: owner)
        let undone = try await manager.undoMerge()
        #expect(undone.user.uid == guest && manager.guest(mergedInto: guest) == nil)
        profiles[guest] = .mock(of: guest, ["mood": "none"])
        _ = await store.load(for: .guest)
        profiles.fail(.save, with: nil)
        await store.sendPendingChanges()
        #expect(profiles[guest]?.fields == ["mood": "none"])
        #expect(outbox.ownerUID == nil)
    }

    @Test func `a guest's step does not restart a completed onboarding`() async throws {
        let owner = try await makeOwner(["name": "Owner", "mood": "none"], .init(state: .completed))
        let store = try await waiting(at: OnboardingStep(rawValue: "two"))
        try await become(owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.onboarding.state == .completed)
        #expect(profiles[owner.uid]?.fields == ["name": "Owner", "mood": "fine", "city": "Lyon"])
        #expect(store.snapshot?.rejection == nil)
    }

    @Test func `switching to the other account discards the guest's unsent changes`() async throws {
        let owner = try await makeOwner(["name": "Owner"])
        let store = try await waiting()
        try await become(owner, .switch)
        _ = await store.load(for: owner)
        await store.sendPendingChanges()
        #expect(profiles[owner.uid]?.fields == ["name": "Owner"])
        #expect(outbox.ownerUID == nil)
    }

    @Test func `a refreshed session still names the merged guest, and a new session does not`() async throws {
        let owner = try await makeOwner(["name": "Owner"])
        _ = try await waiting()
        try await become(owner)
        #expect(manager.guest(mergedInto: owner.uid) == guest)
        clock.advance(by: .seconds(3_600))
        _ = try await manager.accessToken()
        #expect(manager.guest(mergedInto: owner.uid) == guest)
        #expect(try sessions.load()?.mergedGuest == guest)
        #expect(manager.guest(mergedInto: guest) == nil)
        await manager.signOut()
        try await manager.signIn(with: .google(idToken: Secret("g"), nonce: Nonce(Secret("n"))))
        #expect(manager.guest(mergedInto: owner.uid) == nil)
    }
}
