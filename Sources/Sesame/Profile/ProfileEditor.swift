import Observation
package import SesameCore

/// A form over the profile: its draft, and what has become of it.
@MainActor @Observable package final class ProfileEditor {
    /// What the person reads about their changes.
    package enum Notice: Sendable, Equatable {
        /// The server has them.
        case saved
        /// They wait on this device for the server.
        case waiting
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

    /// The form of whoever is signed in.
    package init(_ profiles: ProfileStore) {
        self.profiles = profiles
    }

    /// True if there is something to save.
    package var canSave: Bool { !isBusy && draft?.isEmpty == false }

    /// Makes the draft, unless it is there.
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
            let notice: Notice =
                switch try await self.profiles.save(draft) {
                case .saved: .saved
                case .queued: .waiting
                }
            // What was typed meanwhile stays, on top of the draft that was saved.
            if self.draft == draft { self.draft = try await self.profiles.draft() }
            return notice
        }
    }

    private func perform(_ work: () async throws(AuthError) -> Notice?) async {
        guard !isBusy else { return }
        isBusy = true
        defer { isBusy = false }
        do throws(AuthError) {
            notice = try await work()
        } catch {
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
