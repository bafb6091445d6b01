import SesameCore
import SesameTesting
import Testing

@testable import Sesame

/// The form over the profile that a settings page has.
@MainActor @Suite struct ProfileEditorTests {
    let rig = ProfileRig(.mock(of: "uid-1", version: 3, ["name": "A"]), users: [.first, .second])

    private func makeEditor() async throws -> ProfileEditor {
        try await rig.signIn()
        return ProfileEditor(rig.makeStore())
    }

    /// Fills in a city.
    private func fill(_ editor: ProfileEditor, _ city: String) throws {
        var draft = try #require(editor.draft)
        draft[.city] = city
        editor.edit(draft)
    }

    @Test func `what is filled in is saved once, and the form goes on from there`() async throws {
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

    @Test func `without a network what is saved waits, and the person is told so`() async throws {
        let editor = try await makeEditor()
        await editor.load()
        rig.service.isOffline = true
        try fill(editor, "Lyon")
        await editor.save()
        #expect(editor.notice == .waiting && !editor.canSave)
        #expect(editor.draft?[.city] == "Lyon")
        rig.service.isOffline = false
    }

    @Test func `what was refused stays in the form, with the reason`() async throws {
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

    @Test func `a profile that could not be loaded is loaded by another try`() async throws {
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

    @Test func `a control that cannot be empty leaves a profile without the field as it is`() {
        var draft = ProfileDraft(.mock(of: "uid-1", version: 1, ["name": "A"]))
        #expect(draft[.city, or: ""] == "")
        draft[.city, or: ""] = "Lyon"
        #expect(draft[.city] == "Lyon")
        draft[.city, or: ""] = ""
        #expect(draft.isEmpty)
        // A field that is there can be emptied.
        draft[.name, or: ""] = ""
        #expect(draft[.name] == "" && !draft.isEmpty)
    }
}
