import Observation
package import SesameCore
import SesameWire

/// A form over the profile: its draft, and what has become of it.
///
/// What the person has not touched follows the profile, as another device or the server changes it.
@MainActor @Observable package final class ProfileEditor {
    /// What the person reads about their changes.
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

    /// What is filled in; nil until the profile is there.
    package private(set) var draft: ProfileDraft?
    /// What has become of the last try; nil once something is changed.
    package private(set) var notice: Notice?
    /// True while the profile is loaded or saved.
    package private(set) var isBusy = false

    @ObservationIgnored private let profiles: ProfileStore
    /// What was saved last and has not reached the server.
    @ObservationIgnored private var queued: ProfileDraft?

    /// The form of whoever is signed in.
    package init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// True if there is something to save.
    package var canSave: Bool { !isBusy && draft?.isEmpty == false }

    /// Makes the draft and follows the profile, until the task is cancelled.
    package func run() async {
        await load()
        for await snapshot in profiles.snapshots where !isBusy {
            if let snapshot { await take(snapshot) }
        }
    }

    /// Makes the draft, unless there is one.
    package func load() async {
        guard draft == nil else { return }
        await perform { () async throws(AuthError) in
            self.draft = try await self.profiles.draft()
            return nil
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
            let notice: Notice
            do throws(AuthError) {
                switch try await self.profiles.save(draft) {
                case .saved: (notice, self.queued) = (.saved, nil)
                case .queued: (notice, self.queued) = (.waiting, draft)
                }
            } catch {
                // The store has it, and sends it once the guest has become a person.
                guard error.code == .providerRequired, self.profiles.auth.auth?.isAnonymous == true else { throw error }
                (notice, self.queued) = (.waitingForSignIn, draft)
            }
            let next = try await self.profiles.draft()
            // What was typed meanwhile stays, on top of the draft that was saved.
            guard self.draft == draft else { return nil }
            self.draft = next
            return notice
        }
        // The server may have answered before the form knew that it waits.
        if let snapshot = profiles.snapshot { await take(snapshot) }
    }

    /// Takes in what is known of the profile by now.
    private func take(_ snapshot: ProfileSnapshot) async {
        guard let next = try? await profiles.draft(), !isBusy else { return }
        let isOfAnother = draft?.base.uid.hasSameBytes(as: next.base.uid) != true
        if isOfAnother { (notice, queued) = (nil, nil) }
        if isOfAnother || draft?.isEmpty == true { draft = next }
        guard let queued else { return }
        if let refusal = snapshot.refusal, refusal.fields.contains(where: { queued.changes[$0] != nil }) {
            bringBack(queued, refusal)
        } else if snapshot.waiting.allSatisfy({ queued.changes[$0] == nil }) {
            self.queued = nil
            if draft?.isEmpty == true { notice = .saved }
        }
    }

    /// Puts what was refused back into the form, for the person to correct.
    private func bringBack(_ queued: ProfileDraft, _ refusal: ProfileRefusal) {
        self.queued = nil
        if var draft {
            for name in refusal.fields where draft.changes[name] == nil { draft[name] = queued[name] }
            self.draft = draft
        }
        notice = .problem(refusal.error)
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
