import Observation
package import SesameCore
import SesameWire

/// A form over the profile: its draft, and what has become of it.
///
/// A field that the person has not touched follows the profile, as another device or the server changes it.
@MainActor @Observable package final class ProfileEditor {
    /// A line for the person about their changes.
    package enum Notice: Sendable, Equatable {
        /// The server has them.
        case saved
        /// They wait on this device for the server.
        case waiting
        /// They wait on this device until the guest has become a person.
        case waitingForSignIn
        /// Something stands in the way.
        case problem(AuthError)
    }

    /// The draft with what is filled in; nil until the profile is there.
    package private(set) var draft: ProfileDraft?
    /// The outcome of the last try; nil once something is changed.
    package private(set) var notice: Notice?
    /// True while the profile is loaded or saved.
    package private(set) var isBusy = false

    @ObservationIgnored private let profiles: ProfileStore
    /// The values that were saved and have not reached the server, by field; null for a field that was removed.
    @ObservationIgnored private var waiting: [String: JSONValue] = [:]
    /// The fields that waited before this form was shown.
    @ObservationIgnored private var others: Set<String> = []

    /// The form of whoever is signed in.
    package init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// True if there is something to save.
    package var canSave: Bool { !isBusy && draft?.isEmpty == false }

    /// Makes the draft and follows the profile, until the task is cancelled.
    package func run() async {
        // What could not be loaded is tried again when the person asks, or comes by itself.
        if notice == nil { await load() }
        for await _ in profiles.snapshots where !isBusy { await follow() }
    }

    /// Makes the draft, unless there is one.
    package func load() async {
        guard draft == nil else { return }
        await perform { () async throws(AuthError) in
            _ = try await self.profiles.draft()
            guard let (draft, snapshot) = await self.profiles.form() else { throw .superseded }
            self.draft = draft
            // A form that was left has forgotten what it saved; another form's fields it may not have.
            self.others = Set(snapshot?.waiting ?? [])
            return self.others.isEmpty ? nil : .waiting
        }
    }

    /// Takes over what has been filled in.
    package func edit(_ draft: ProfileDraft) {
        guard self.draft != draft else { return }
        self.draft = draft
        notice = nil
    }

    /// Saves what has been filled in.
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
                // The store has it, and sends it once the guest has become a person.
                guard error.code == .providerRequired, self.profiles.auth.auth?.isAnonymous == true else { throw error }
                waits = .waitingForSignIn
            }
            for change in draft.changes.members { self.waiting[change.name] = waits == nil ? nil : change.value }
            let next = try await self.profiles.draft()
            // A text that was typed meanwhile stays, on top of the draft that was saved.
            guard self.draft == draft else { return nil }
            self.draft = next
            return waits ?? (self.waiting.isEmpty && self.others.isEmpty ? .saved : .waiting)
        }
        // The server may have answered before the form knew that it waits.
        await follow()
    }

    /// Takes in what is known of the profile by now.
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
        let refused = (snapshot?.refusal?.fields ?? []).filter { waiting[$0] != nil || others.contains($0) }
        if let refusal = snapshot?.refusal, !refused.isEmpty {
            let own = refused.filter { waiting[$0] != nil }
            if !own.isEmpty { bringBack(own, into: next) }
            notice = .problem(refusal)
        }
        others = others.filter { snapshot?.waiting.contains($0) == true }
        waiting = waiting.filter { snapshot?.waiting.contains($0.key) == true }
        if waiting.isEmpty, others.isEmpty, refused.isEmpty, draft?.isEmpty == true, notice != nil { notice = .saved }
    }

    /// Puts values that were refused back into the form, for the person to correct, on top of the profile without them.
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
            // A load that was cut off is begun again when the form is shown again.
            if case .ignore = error.recovery { return }
            notice = .problem(error)
        }
    }
}

extension ProfileDraft {
    /// The field's value, or that other one where the profile has none: what a control shows that cannot be empty. Setting
    /// the other one where the profile has none leaves it so.
    package subscript<Value: Equatable>(field: ProfileField<Value>, or other: Value) -> Value {
        get { self[field] ?? other }
        set { self[field] = newValue == other && base.fields[field.name] == nil ? nil : newValue }
    }
}
