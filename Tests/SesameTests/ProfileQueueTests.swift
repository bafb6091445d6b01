import Foundation
import SesameCore
import SesameTesting
import Testing

@testable import Sesame

@Suite struct ProfileQueueTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]), users: [.first, .second])

    /// Returns a store with a waiting change.
    private func waiting() async throws -> ProfileStore {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        return store
    }

    @Test func `pending changes are dropped when the user signs out`() async throws {
        let store = try await waiting()
        await rig.manager.signOut()
        await store.sendPendingChanges()
        #expect(store.snapshot == nil)
        #expect(rig.outbox.ownerUID == nil)
        #expect(try rig.cacheStorage.read(for: "uid-1") == .empty)
    }

    @Test func `no profile is shown after another user signs in or after a sign-out`()
        async throws
    {
        let store = try await waiting()
        try await rig.manager.signIn(with: .anonymous.asOther)
        #expect(store.snapshot == nil)
        await rig.manager.signOut()
        #expect(store.snapshot == nil)
    }

    @Test func `pending changes are never sent for another user`() async throws {
        let store = try await waiting()
        let saves = rig.service.count(of: .save)
        rig.service.fail(.save, with: nil)
        rig.service["uid-2"] = .mock(of: "uid-2", ["name": "Z"])
        try await rig.manager.signIn(with: .anonymous.asOther)
        _ = await store.load(for: .second)
        await store.sendPendingChanges()
        #expect(rig.service.count(of: .save) == saves)
        #expect(rig.service["uid-2"]?.fields == ["name": "Z"])
        #expect(store.snapshot?.profile.uid == "uid-2")
        #expect(rig.outbox.ownerUID == nil)
    }

    /// Returns a store with a save that the server has not responded to yet.
    private func saving() async throws -> (ProfileStore, Task<ProfileSaveResult, any Error>) {
        let store = try await rig.loaded()
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let late = draft
        let save = Task { try await store.save(late) }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        return (store, save)
    }

    @Test func `a late save response does not affect the next user`() async throws {
        let (store, save) = try await saving()
        try await rig.manager.signIn(with: .anonymous.asOther)
        rig.service["uid-2"] = .mock(of: "uid-2", ["name": "Z"])
        _ = await store.load(for: .second)
        rig.service.release(.save)
        await expectError(.cancelled) { _ = try await save.value }
        #expect(store.snapshot?.profile == rig.service["uid-2"])
    }

    @Test func `a late onboarding completion does not affect the next user`() async throws {
        let store = try await rig.loaded()
        rig.service.hold(.complete)
        let draft = try await store.draft()
        let complete = Task { try await store.complete(draft) }
        #expect(await eventually { rig.service.count(of: .complete) == 1 })
        rig.service["uid-2"] = .mock(of: "uid-2", ["name": "Z"])
        try await rig.manager.signIn(with: .anonymous.asOther)
        _ = await store.load(for: .second)
        rig.service.release(.complete)
        await expectError(.cancelled) { _ = try await complete.value }
        #expect(store.snapshot?.profile == rig.service["uid-2"])
    }

    @Test(arguments: [MockProfileService.Call.load, .save, .complete], [AuthError.Code.sessionRevoked, .cancelled])
    func `a request whose session ends meanwhile throws the reason, or cancelled after a sign-out`(
        call: MockProfileService.Call, code: AuthError.Code
    ) async throws {
        let store = call == .load ? rig.makeStore() : try await rig.loaded()
        if call == .load { try await rig.signIn() }
        rig.service.hold(call)
        let asked = Task {
            var draft = try await store.draft()
            draft[.city] = "Lyon"
            if call == .save { try await store.save(draft) } else { try await store.complete(draft) }
        }
        #expect(await eventually { rig.service.count(of: call) == 1 })
        if code == .cancelled {
            await rig.manager.signOut()
        } else {
            rig.auth.fail(.refresh, with: AuthError(code, ""))
            _ = try? await rig.manager.accessToken(rejecting: try await rig.manager.accessToken())
        }
        rig.service.release(call)
        await expectError(code) { try await asked.value }
    }

    @Test func `a late save does not throw the reason that ended the next user's session`() async throws {
        let (store, save) = try await saving()
        await rig.manager.signOut()
        _ = await store.load(for: .first)
        try await rig.manager.signIn(with: .anonymous.asOther)
        _ = await store.load(for: .second)
        rig.auth.fail(.refresh, with: AuthError(.userDisabled, ""))
        _ = try? await rig.manager.accessToken(rejecting: try await rig.manager.accessToken())
        guard case .failed(let error) = await store.load(for: .second) else {
            Issue.record("no user is signed in")
            return
        }
        #expect(error.code == .userDisabled)
        rig.service.release(.save)
        await expectError(.cancelled) { _ = try await save.value }
    }

    @Test func `a draft of one user is not saved for another`() async throws {
        let store = try await rig.loaded()
        let draft = try await store.draft()
        try await rig.manager.signIn(with: .anonymous.asOther)
        await expectError(.cancelled) { try await store.save(draft) }
        await rig.manager.signOut()
        await expectError(.notAuthenticated) { try await store.save(draft) }
    }

    @Test func `when the server ends the session, pending changes are sent after the next sign-in`() async throws {
        let store = try await waiting()
        rig.auth.fail(.refresh, with: AuthError(.sessionEnded, ""))
        _ = try? await rig.manager.accessToken(rejecting: try await rig.manager.accessToken())
        await store.sendPendingChanges()
        #expect(store.snapshot == nil)
        rig.auth.fail(.refresh, with: nil)
        rig.service.fail(.save, with: nil)
        rig.auth.users = [.first]
        try await rig.signIn()
        await rig.makeStore().sendPendingChanges()
        #expect(rig.service["uid-1"]?[.city] == "Lyon")
    }

    @Test func `a rejected field is dropped and reported, and the others are saved`() async throws {
        let store = try await waiting()
        rig.service.fail(.save, with: nil)
        rig.service.refuse("partnerId", with: .readOnlyField)
        var draft = try await store.draft()
        draft[.name] = "B"
        draft[ProfileField.string("partnerId")] = "uid-2"
        await expectError(.readOnlyField) { try await store.save(draft) }
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
        #expect(store.snapshot?.pendingFields == [])
    }

    @Test func `a rejected field can be saved later and is no longer reported`() async throws {
        let store = try await waiting()
        rig.service.fail(.save, with: nil)
        rig.service.refuse("city", with: .invalidRequest)
        await store.sendPendingChanges()
        #expect(store.snapshot?.rejection?.fields == ["city"])
        rig.service.refuse("city", with: nil)
        var draft = try await store.draft()
        draft[.city] = "Nice"
        let save = try await store.save(draft)
        #expect(save == .saved(save.profile))
        #expect(store.snapshot?.rejection == nil)
        #expect(rig.service["uid-1"]?[.city] == "Nice")
    }

    @Test func `a rejection reports missing fields along with the rejected ones`() async throws {
        let store = try await rig.loaded()
        var error = AuthError(.profileIncomplete, "")
        error.fields = ["fields.birthDate"]
        rig.service.fail(.save, with: error)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.profileIncomplete) { [draft] in try await store.save(draft) }
        // The first save begins the onboarding and sends its step.
        #expect(store.snapshot?.rejection?.fields == ["city", "onboarding.step", "birthDate"])
    }

    @Test func `fields are sent one by one when the server does not name the rejected field`() async throws {
        let store = try await waiting()
        rig.service.fail(.save, with: nil)
        rig.service.refuse("city", with: .invalidRequest, naming: false)
        var draft = try await store.draft()
        draft[.name] = "B"
        draft[ProfileField.string("age")] = "40"
        let save = try await store.save(draft, at: OnboardingStep(rawValue: "two"))
        #expect(save == .saved(save.profile))
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "age": "40"])
        #expect(rig.service["uid-1"]?.onboarding.step == "two")
        #expect(store.snapshot?.rejection?.fields == ["city"])
    }

    @Test func `a rejected step throws, and its fields are saved`() async throws {
        let store = try await rig.loaded()
        rig.service.refuse("onboarding.step", with: .invalidTransition)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.invalidTransition) { try await store.save(draft, at: OnboardingStep(rawValue: "three")) }
        #expect(rig.service["uid-1"]?[.city] == "Lyon")
    }

    @Test func `a providerRequired error does not drop a pending change`() async throws {
        let store = try await rig.loaded()
        rig.service.fail(.save, with: AuthError(.providerRequired, ""))
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        await expectError(.providerRequired) { try await store.save(draft) }
        rig.service.fail(.save, with: nil)
        await store.sendPendingChanges()
        #expect(rig.service["uid-1"]?[.city] == "Lyon")
    }

    @Test func `a change is stored before it is sent`() async throws {
        let store = try await rig.loaded()
        rig.service.hold(.save)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        let sent = draft
        async let save = store.save(sent)
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        guard case .data(let bytes) = try rig.outbox.read(for: "uid-1") else {
            Issue.record("nothing is kept")
            return
        }
        #expect(PendingChanges(storedForm: bytes)?.change(of: .mock(of: "uid-1")).fields == ["city": "Lyon"])
        rig.service.release(.save)
        _ = try await save
    }

    @Test func `a full disk is reported only when the server is unreachable, too`() async throws {
        let store = try await rig.loaded()
        rig.outbox.fail(.write, with: .isFull)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        rig.service.fail(.save, with: .isOffline)
        draft[.city] = "Nice"
        await expectError(.storageUnavailable) { try await store.save(draft) }
        rig.outbox.fail(.write, with: nil)
        await store.sendPendingChanges()
        #expect(rig.outbox.ownerUID != nil)
    }

    @Test func `an unreadable outbox is neither removed nor overwritten`() async throws {
        _ = try await waiting()
        rig.outbox.fail(.read, with: .isFull)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        var draft = try await restarted.draft()
        draft[.name] = "B"
        await expectError(.storageUnavailable) { try await restarted.save(draft) }
        rig.outbox.fail(.read, with: nil)
        rig.service.fail(.save, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }

    @Test func `a damaged outbox is removed and does not block new changes`() async throws {
        try rig.outbox.write(Array("{".utf8), for: "uid-1")
        let store = try await rig.loaded()
        #expect(rig.outbox.ownerUID == nil)
        rig.service.fail(.save, with: .isOffline)
        var draft = try await store.draft()
        draft[.city] = "Lyon"
        try await store.save(draft)
        #expect(rig.outbox.ownerUID == "uid-1")
    }

    @Test func `a dropped change is not sent although it could not be removed`() async throws {
        let store = try await waiting()
        rig.outbox.fail(.remove, with: .isFull)
        await rig.manager.signOut()
        await store.sendPendingChanges()
        #expect(rig.outbox.ownerUID == "uid-1")
        rig.service.fail(.save, with: nil)
        rig.auth.users = [.first]
        try await rig.signIn()
        _ = await store.load(for: .first)
        await store.sendPendingChanges()
        #expect(rig.service["uid-1"]?[.city] == nil)
        rig.outbox.fail(.remove, with: nil)
        await store.sendPendingChanges()
        #expect(rig.outbox.ownerUID == nil)
    }

    @Test func `the next user's change is saved although the disk accepts no writes`() async throws {
        let store = try await waiting()
        rig.outbox.fail(.remove, .write, with: .isFull)
        await rig.manager.signOut()
        await store.sendPendingChanges()
        rig.service.fail(.save, with: nil)
        rig.auth.users = [.second]
        rig.service["uid-2"] = .mock(of: "uid-2", ["name": "Z"])
        try await rig.signIn()
        _ = await store.load(for: .second)
        var draft = try await store.draft()
        draft[.city] = "Nice"
        try await store.save(draft)
        #expect(rig.service["uid-2"]?.fields == ["name": "Z", "city": "Nice"])
        #expect(rig.service["uid-1"]?[.city] == nil)
    }

    @Test func `the outbox of a locked device is not overwritten`() async throws {
        _ = try await waiting()
        rig.outbox.fail(.read, with: .isLocked)
        let restarted = rig.makeStore()
        _ = await restarted.load(for: .first)
        var draft = try await restarted.draft()
        draft[.name] = "B"
        await expectError(.storageLocked) { try await restarted.save(draft) }
        rig.outbox.fail(.read, with: nil)
        rig.service.fail(.save, with: nil)
        await restarted.sendPendingChanges()
        #expect(rig.service["uid-1"]?.fields == ["name": "B", "city": "Lyon"])
    }
}

extension AuthCredential {
    /// The credential of another user, because a guest sign-in would keep the same guest.
    fileprivate var asOther: AuthCredential { .google(idToken: Secret("t"), nonce: nil) }
}
