import Observation
package import SesameCore
import SesameWire

/// A form for the profile: its draft, and the status of saved changes.
///
/// A field that the user has not edited follows the profile when another device or the server changes it.
@MainActor @Observable package final class ProfileEditor {
    /// A line for the user about the status of their changes.
    package enum Notice: Sendable, Equatable {
        /// The changes are stored at the server.
        case saved
        /// The changes wait on this device for the server.
        case waiting
        /// The changes wait on this device until the guest signs in.
        case waitingForSignIn
        /// A load or save failed, or the server has rejected waiting changes.
        case problem(AuthError)
    }

    /// The draft with the form's content; nil until the profile is loaded.
    package private(set) var draft: ProfileDraft?
    /// The notice to show: the outcome of the last load or save, or a later change of the waiting changes' status; nil
    /// after an edit, and if there is nothing to report.
    package private(set) var notice: Notice?
    /// True while the profile is being loaded or saved.
    package private(set) var isBusy = false

    @ObservationIgnored private let profiles: ProfileStore
    /// The saved values that have not reached the server, by field; null for a removed field.
    @ObservationIgnored private var waiting: [String: JSONValue] = [:]
    /// The fields that were already waiting before this form was shown.
    @ObservationIgnored private var others: Set<String> = []

    /// Creates an empty form; ``run()`` loads the signed-in user's profile into it.
    package init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// True if the form has changes to save, and no load or save is in progress.
    package var canSave: Bool { !isBusy && draft?.isEmpty == false }

    /// Creates the draft and follows the profile, until the task is canceled.
    package func run() async {
        // A failed load is retried when the user asks, or the profile arrives by itself.
        if notice == nil { await load() }
        for await _ in profiles.snapshots where !isBusy { await follow() }
    }

    /// Creates the draft, unless it exists.
    package func load() async {
        guard draft == nil else { return }
        await perform { () async throws(AuthError) in
            _ = try await self.profiles.draft()
            guard let (draft, snapshot) = await self.profiles.form() else { throw .superseded }
            self.draft = draft
            // A reopened form does not know its earlier saves; another form's fields may not be part of it.
            self.others = Set(snapshot?.pendingFields ?? [])
            return self.others.isEmpty ? nil : .waiting
        }
    }

    /// Replaces the draft with the form's edited content, and clears ``notice``.
    package func edit(_ draft: ProfileDraft) {
        guard self.draft != draft else { return }
        self.draft = draft
        notice = nil
    }

    /// Saves the form's content, and sets ``notice`` to the outcome. Does nothing unless ``canSave`` is true.
    package func save() async {
        guard canSave, let draft else { return }
        await perform { () async throws(AuthError) in
            let waits: Notice?
            do throws(AuthError) {
                switch try await self.profiles.save(draft) {
                case .saved: waits = nil
                case .queued: waits = .waiting
                }
            } catch {
                // The store holds the changes, and sends them after the guest has signed in.
                guard error.code == .providerRequired, self.profiles.auth.auth?.isAnonymous == true else { throw error }
                waits = .waitingForSignIn
            }
            for change in draft.changes.members { self.waiting[change.name] = waits == nil ? nil : change.value }
            let next = try await self.profiles.draft()
            // A text that was typed meanwhile remains, on top of the saved draft.
            guard self.draft == draft else { return nil }
            self.draft = next
            return waits ?? (self.waiting.isEmpty && self.others.isEmpty ? .saved : .waiting)
        }
        // The server may have responded before the form listed the change as waiting.
        await follow()
    }

    /// Updates an unedited form to the current profile, and the notice to the status of waiting changes. Empties the
    /// form when no user is signed in.
    private func follow() async {
        let form = await profiles.form()
        guard !isBusy else { return }
        guard let (next, snapshot) = form else {
            if profiles.auth.auth == nil { (draft, notice, waiting, others) = (nil, nil, [:], []) }
            return
        }
        if draft?.base.uid.hasSameBytes(as: next.base.uid) != true {
            (draft, notice, waiting, others) = (next, nil, [:], [])
        } else if draft?.isEmpty == true {
            draft = next
        }
        guard !waiting.isEmpty || !others.isEmpty else { return }
        let refused = (snapshot?.rejection?.fields ?? []).filter { waiting[$0] != nil || others.contains($0) }
        if let refusal = snapshot?.rejection, !refused.isEmpty {
            let own = refused.filter { waiting[$0] != nil }
            if !own.isEmpty { bringBack(own, into: next) }
            notice = .problem(refusal)
        }
        others = others.filter { snapshot?.pendingFields.contains($0) == true }
        waiting = waiting.filter { snapshot?.pendingFields.contains($0.key) == true }
        if waiting.isEmpty, others.isEmpty, refused.isEmpty, draft?.isEmpty == true, notice != nil { notice = .saved }
    }

    /// Puts refused values back into the form, so that the user can correct them. Other edits of the form remain.
    private func bringBack(_ refused: [String], into profile: ProfileDraft) {
        var next = profile
        for change in draft?.changes.members ?? [] { next[change.name] = draft?[change.name] }
        for name in refused where draft?.changes[name] == nil {
            next[name] = waiting[name].flatMap { $0.isNull ? nil : $0 }
        }
        draft = next
        for name in refused { waiting[name] = nil }
    }

    private func perform(_ work: () async throws(AuthError) -> Notice?) async {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        do throws(AuthError) {
            notice = try await work()
        } catch {
            // A canceled load restarts when the form is shown again.
            if case .ignore = error.recovery { return }
            notice = .problem(error)
        }
    }
}

extension ProfileDraft {
    /// The field's value, or `other` if the profile has none, for a control that cannot be empty. Setting `other` while
    /// the profile has no value leaves the field without a value.
    package subscript<Value: Equatable>(field: ProfileField<Value>, or other: Value) -> Value {
        get { self[field] ?? other }
        set { self[field] = newValue == other && base.fields[field.name] == nil ? nil : newValue }
    }
}
