import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// Tests of ``ProfileEditor``, the form of a settings page.
@MainActor @Suite struct ProfileEditorTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]), users: [.first, .second])

    private func makeEditor() async throws -> ProfileEditor {
        try await rig.signIn()
        return ProfileEditor(rig.makeStore())
    }

    private func fill(_ editor: ProfileEditor, _ city: String) throws {
        var draft = try #require(editor.draft)
        draft[.city] = city
        editor.edit(draft)
    }

    @Test func `edits are saved once, and the form continues from there`() async throws {
        let editor = try await makeEditor()
        #expect(editor.draft == nil && !editor.canSave)
        await editor.load()
        #expect(editor.draft?[.name] == "A" && !editor.canSave && editor.notice == nil)
        try fill(editor, "Lyon")
        #expect(editor.canSave)
        await editor.save()
        #expect(editor.notice == .saved && !editor.canSave && !editor.isBusy)
        #expect(editor.draft?.base[.city] == "Lyon")
        await editor.save()
        #expect(rig.service.saves.count == 1)
        try fill(editor, "Nice")
        #expect(editor.notice == nil)
        await editor.save()
        #expect(rig.service["uid-1"]?[.city] == "Nice")
    }

    @Test func `an offline save waits, and the user is told so`() async throws {
        let editor = try await makeEditor()
        await editor.load()
        rig.service.isOffline = true
        try fill(editor, "Lyon")
        await editor.save()
        #expect(editor.notice == .waiting && !editor.canSave)
        #expect(editor.draft?[.city] == "Lyon")
        rig.service.isOffline = false
    }

    @Test func `a rejected edit stays in the form with its error`() async throws {
        let editor = try await makeEditor()
        await editor.load()
        rig.service.refuse("city", with: .invalidRequest)
        try fill(editor, "X")
        await editor.save()
        guard case .problem(let error)? = editor.notice else {
            Issue.record("\(String(describing: editor.notice))")
            return
        }
        #expect(error.fields == ["fields.city"])
        #expect(editor.draft?[.city] == "X" && editor.canSave)
    }

    @Test func `a profile that could not be loaded is loaded by the next attempt`() async throws {
        let editor = try await makeEditor()
        rig.service.isOffline = true
        await editor.load()
        guard case .problem(let error)? = editor.notice else {
            Issue.record("\(String(describing: editor.notice))")
            return
        }
        #expect(error.code == .offline && editor.draft == nil)
        rig.service.isOffline = false
        await editor.load()
        #expect(editor.notice == nil && editor.draft?[.name] == "A")
    }

    /// Signs in the first user, shows a form with a new store, and runs the test once the form is loaded.
    private func shown(_ test: @MainActor (ProfileEditor, ProfileStore) async throws -> Void) async throws {
        try await rig.signIn()
        let store = rig.makeStore()
        let editor = ProfileEditor(store)
        try await shown(editor) { try await test(editor, store) }
    }

    /// Shows the form, and runs the test once the form is loaded.
    private func shown(_ editor: ProfileEditor, _ test: @MainActor () async throws -> Void) async throws {
        let run = Task { await editor.run() }
        defer { run.cancel() }
        #expect(await eventually { editor.draft != nil && !editor.isBusy })
        try await test()
    }

    @Test func `untouched fields follow the profile, and edits stay`() async throws {
        try await shown { editor, store in
            rig.service.change("uid-1", ["name": "B"])
            _ = await store.load(for: .first)
            #expect(await eventually { editor.draft?[.name] == "B" })
            try fill(editor, "Lyon")
            rig.service.change("uid-1", ["name": "C"])
            _ = await store.load(for: .first)
            #expect(await eventually { store.snapshot?.profile[.name] == "C" })
            await editor.save()
            #expect(rig.service["uid-1"]?.fields == ["name": "C", "city": "Lyon"])
            #expect(editor.draft?[.name] == "C" && editor.notice == .saved)
            await editor.load()
            #expect(editor.notice == .saved)
        }
    }

    @Test func `a waiting edit is reported as saved once the server has it`() async throws {
        try await shown { editor, store in
            rig.service.isOffline = true
            try fill(editor, "Lyon")
            await editor.save()
            #expect(editor.notice == .waiting)
            rig.service.isOffline = false
            await store.sendPendingChanges()
            #expect(await eventually { editor.notice == .saved })
        }
    }

    @Test func `a waiting edit that is rejected returns to the form with its error`() async throws {
        try await shown { editor, store in
            rig.service.isOffline = true
            try fill(editor, "X")
            await editor.save()
            #expect(!editor.canSave)
            rig.service.isOffline = false
            rig.service.refuse("city", with: .invalidRequest)
            await store.sendPendingChanges()
            #expect(await eventually { if case .problem? = editor.notice { true } else { false } })
            #expect(editor.draft?[.city] == "X" && editor.canSave)
            rig.service.refuse("city", with: nil)
            await editor.save()
            #expect(rig.service["uid-1"]?[.city] == "X" && editor.notice == .saved)
        }
    }

    /// Enters two values, and saves each without a network.
    private func saveOffline(_ editor: ProfileEditor) async throws {
        rig.service.isOffline = true
        try fill(editor, "X")
        await editor.save()
        var draft = try #require(editor.draft)
        draft[.name] = "B"
        editor.edit(draft)
        await editor.save()
        #expect(editor.notice == .waiting && !editor.canSave)
        rig.service.isOffline = false
    }

    @Test func `a rejected one of two waiting edits is not reported as saved`() async throws {
        try await shown { editor, store in
            try await saveOffline(editor)
            rig.service.refuse("city", with: .invalidRequest)
            await store.sendPendingChanges()
            #expect(await eventually { editor.draft?[.city] == "X" && editor.canSave })
            #expect(rig.service["uid-1"]?.fields == ["name": "B"])
            guard case .problem? = editor.notice else {
                Issue.record("\(String(describing: editor.notice))")
                return
            }
        }
    }

    @Test func `edits rejected one after the other all return to the form`() async throws {
        try await shown { editor, store in
            try await saveOffline(editor)
            rig.service.refuse("city", with: .invalidRequest)
            rig.service.refuse("name", with: .invalidRequest)
            await store.sendPendingChanges()
            #expect(await eventually { editor.draft?.changes.members.count == 2 })
            #expect(editor.draft?[.city] == "X" && editor.draft?[.name] == "B")
            #expect(rig.service["uid-1"]?.fields == ["name": "A"])
        }
    }

    @Test func `the rejection of another form's edit is not shown`() async throws {
        let store = try await rig.loaded()
        let editor = ProfileEditor(store)
        try await shown(editor) {
            rig.service.isOffline = true
            try fill(editor, "Lyon")
            await editor.save()
            var other = try await store.draft()
            other[.name] = "X"
            try await store.save(other)
            rig.service.isOffline = false
            rig.service.refuse("name", with: .invalidRequest)
            await store.sendPendingChanges()
            #expect(await eventually { editor.notice == .saved })
            #expect(editor.draft?.isEmpty == true && editor.draft?[.name] == "A")
        }
    }

    @Test func `a form shown again reports a waiting edit and its rejection`() async throws {
        let store = try await rig.loaded()
        let first = ProfileEditor(store)
        await first.load()
        rig.service.isOffline = true
        try fill(first, "X")
        await first.save()
        let editor = ProfileEditor(store)
        try await shown(editor) {
            #expect(editor.notice == .waiting)
            rig.service.isOffline = false
            rig.service.refuse("city", with: .invalidRequest)
            await store.sendPendingChanges()
            #expect(await eventually { if case .problem? = editor.notice { true } else { false } })
            // The refused field may be one that this form does not have.
            #expect(editor.draft?.isEmpty == true && editor.draft?[.city] == nil)
        }
    }

    @Test func `a form that could not be loaded appears once the profile is there`() async throws {
        try await rig.signIn()
        let store = rig.makeStore()
        let editor = ProfileEditor(store)
        rig.service.isOffline = true
        let first = Task { await editor.run() }
        #expect(await eventually { if case .problem? = editor.notice { true } else { false } })
        first.cancel()
        // The row with the button follows the store as well.
        let second = Task { await editor.run() }
        defer { second.cancel() }
        rig.service.isOffline = false
        _ = await store.load(for: .first)
        #expect(await eventually { editor.draft?[.name] == "A" && editor.notice == nil })
    }

    @Test func `a rejected save of a signed-in user is a problem, not a wait for a sign-in`() async throws {
        let editor = try await makeEditor()
        await editor.load()
        rig.service.fail(.save, with: AuthError(.providerRequired, "a test's"))
        try fill(editor, "Lyon")
        await editor.save()
        guard case .problem(let error)? = editor.notice else {
            Issue.record("\(String(describing: editor.notice))")
            return
        }
        #expect(error.code == .providerRequired)
    }

    @Test func `a sign-out clears the form`() async throws {
        try await rig.signIn()
        let store = rig.makeStore()
        let following = Task { await store.run() }
        defer { following.cancel() }
        let editor = ProfileEditor(store)
        try await shown(editor) {
            try fill(editor, "Lyon")
            await rig.manager.signOut()
            #expect(await eventually { editor.draft == nil && editor.notice == nil })
        }
    }

    @Test func `a guest's save waits until the user has signed in`() async throws {
        let guests = ProfileRig(.mock(of: UserAuthInfo.guest.uid), users: [.guest])
        try await guests.signIn()
        let store = guests.makeStore()
        let editor = ProfileEditor(store)
        try await shown(editor) {
            guests.service.fail(.save, with: AuthError(.providerRequired, "guests have no profile"))
            try fill(editor, "Lyon")
            await editor.save()
            #expect(editor.notice == .waitingForSignIn && !editor.canSave)
            guests.service.fail(.save, with: nil)
            await store.sendPendingChanges()
            #expect(await eventually { editor.notice == .saved })
        }
    }

    @Test func `another user gets a new form`() async throws {
        try await shown { editor, store in
            try fill(editor, "Lyon")
            rig.service["uid-2"] = .mock(of: "uid-2", ["name": "Z"])
            await rig.manager.signOut()
            try await rig.manager.signIn(with: .anonymous)
            #expect(rig.manager.auth == .second)
            _ = await store.load(for: .second)
            #expect(await eventually { editor.draft?.base.uid == "uid-2" })
            #expect(editor.draft?[.name] == "Z" && editor.draft?[.city] == nil)
        }
    }

    @Test func `edits made during a save stay and are not reported as saved`() async throws {
        let editor = try await makeEditor()
        await editor.load()
        try fill(editor, "Lyon")
        rig.service.hold(.save)
        let saving = Task { await editor.save() }
        #expect(await eventually { rig.service.count(of: .save) == 1 })
        try fill(editor, "Nice")
        // Only one save runs at a time.
        await editor.save()
        rig.service.release(.save)
        await saving.value
        #expect(editor.notice == nil && editor.draft?[.city] == "Nice" && editor.canSave)
        await editor.save()
        #expect(rig.service["uid-1"]?[.city] == "Nice")
    }

    @Test func `a cancelled load shows no notice, and the next one fills the form`() async throws {
        let editor = try await makeEditor()
        rig.service.fail(.load, with: AuthError(.cancelled, "the page is gone"))
        await editor.load()
        #expect(editor.notice == nil && editor.draft == nil)
        rig.service.fail(.load, with: nil)
        await editor.load()
        #expect(editor.draft != nil)
    }

    @Test func `a control that cannot be empty leaves a missing field unchanged`() {
        var draft = ProfileDraft(.mock(of: "uid-1", version: 1, ["name": "A"]))
        #expect(draft[.city, or: ""] == "")
        draft[.city, or: ""] = "Lyon"
        #expect(draft[.city] == "Lyon")
        draft[.city, or: ""] = ""
        #expect(draft.isEmpty)
        // A field with a value can be emptied.
        draft[.name, or: ""] = ""
        #expect(draft[.name] == "" && !draft.isEmpty)
    }
}
