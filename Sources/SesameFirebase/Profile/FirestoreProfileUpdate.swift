import Foundation
import Sesame
import SesameCore
import SesameWire

/// The plan for a change of a profile: the rules of the app's layout, without any I/O. A Sesame server applies such
/// rules itself; with Firestore the client must.
struct FirestoreProfileUpdate {
    /// The result of the plan: the writes, if any are needed.
    enum Outcome {
        /// No write is needed; the current profile already has the values.
        case nothing(Profile)
        /// The writes to make, atomically.
        case write([FirestoreWrite])
    }

    let layout: FirestoreProfileLayout
    let user: UserAuthInfo
    /// The current document; nil if it does not exist.
    let document: FirestoreDocument?

    /// Converts a document to the user's profile, whose version is the document's `updateTime`.
    func profile(of document: FirestoreDocument) -> Profile {
        var fields: JSONObject = [:]
        for member in document.fields.members { fields[member.name] = layout.json(member.name, member.value) }
        func time(_ name: String?) -> Date? {
            name.flatMap { document.fields[$0]?["timestampValue"]?.string }.flatMap { GoogleTime($0)?.date }
        }
        let created = time(layout.createdAt) ?? document.createTime.date
        return Profile(
            uid: user.uid, version: Int(document.updateTime.nanoseconds), fields: fields,
            onboarding: onboarding(fields), missing: missing(in: fields), createdAt: created,
            lastSignInAt: time(layout.lastSignInAt) ?? user.lastSignInDate ?? created,
            updatedAt: document.updateTime.date)
    }

    /// Returns the writes of a change for an atomic commit, or the current profile if the change has no effect. Throws
    /// if a rule of the layout forbids the change, and `preconditionFailed` with the current profile if the change is
    /// based on another version.
    func outcome(of change: ProfileChange, at now: Date) throws(AuthError) -> Outcome {
        try checkProvider()
        let current = document.map(profile(of:)) ?? empty(at: now)
        let (stored, changed) = try values(for: change.fields, current.fields)
        var fields = current.fields
        for member in changed.members { fields.apply(member) }
        let path = change.steps.map(\.rawValue)
        var onboarding = try moved(current.onboarding, along: path)
        if !changed.isEmpty, onboarding.state == .notStarted {
            onboarding = OnboardingStatus(state: .inProgress, step: layout.steps?.all.first?.rawValue)
        }
        let lost = missing(in: fields).filter { !current.missing.contains($0) }
        if onboarding.state == .completed, !lost.isEmpty { throw .missing(lost) }
        guard !changed.isEmpty || onboarding != current.onboarding else { return .nothing(current) }
        if let version = change.version, version != current.version {
            var error = AuthError(.preconditionFailed, "the document was changed in the meantime")
            error.newest = document.map { _ in current }
            throw error
        }
        return .write(
            writes(stored, removing: changed, from: current.onboarding, to: onboarding, along: path))
    }

    /// Returns the writes that complete the onboarding, or the current profile if the onboarding is already completed.
    /// Throws `profileIncomplete` if the document or a required field is missing.
    func completion(at now: Date) throws(AuthError) -> Outcome {
        try checkProvider()
        guard let document else { throw .missing(layout.required) }
        let current = profile(of: document)
        guard current.onboarding.state != .completed else { return .nothing(current) }
        guard current.missing.isEmpty else { throw .missing(current.missing) }
        return .write(
            writes([:], removing: [:], from: current.onboarding, to: OnboardingStatus(state: .completed)))
    }

    /// Returns the writes that create the document with the layout's initial fields, the times, and the flag of an
    /// onboarding that is not completed.
    func creation() throws(AuthError) -> [FirestoreWrite] {
        try checkProvider()
        let onboarding = OnboardingStatus(state: .inProgress)
        return writes([:], removing: [:], from: OnboardingStatus(state: .notStarted), to: onboarding)
    }

    /// Returns the profile as it is after the writes, without another read.
    func profile(after writes: [FirestoreWrite], _ result: FirestoreCommit) -> Profile {
        profile(of: .document(document, after: writes, result))
    }
}

// MARK: Rules

extension FirestoreProfileUpdate {
    private func checkProvider() throws(AuthError) {
        guard layout.providers.isEmpty || user.providers.contains(where: layout.providers.contains) else {
            throw AuthError(.providerRequired, "changes to the document require another sign-in method")
        }
    }

    private func empty(at now: Date) -> Profile {
        Profile(
            uid: user.uid, version: 0, onboarding: OnboardingStatus(state: .notStarted), missing: layout.required,
            createdAt: now, lastSignInAt: user.lastSignInDate ?? now, updatedAt: now)
    }

    /// Returns the difference from the stored document: the values to store, and all changes, with null for a removal.
    private func values(
        for fields: JSONObject, _ current: JSONObject
    ) throws(AuthError) -> (stored: JSONObject, changed: JSONObject) {
        var (stored, changed): (JSONObject, JSONObject) = ([:], [:])
        for member in fields.members {
            let before = current[member.name]
            guard member.value != before ?? .null else { continue }
            guard !layout.isReadOnly(member.name) else { throw .refused(.readOnlyField, "fields.\(member.name)") }
            changed[member.name] = .some(member.value)
            guard !member.value.isNull else { continue }
            guard let value = layout.value(member.name, member.value, inPlaceOf: document?.fields[member.name]) else {
                throw .refused(.invalidRequest, "fields.\(member.name)")
            }
            stored[member.name] = value
        }
        return (stored, changed)
    }

    /// Returns the writes of a change. Each step on the path is its own write, so that a server that checks the order
    /// of steps sees all of them.
    private func writes(
        _ stored: JSONObject, removing changed: JSONObject, from before: OnboardingStatus,
        to onboarding: OnboardingStatus,
        along path: [String] = []
    ) -> [FirestoreWrite] {
        var fields: JSONObject = [:]
        if document == nil {
            for member in layout.initial(user).members {
                fields[member.name] = layout.value(member.name, member.value, inPlaceOf: nil)
            }
        }
        for member in stored.members { fields[member.name] = member.value }
        var mask = changed.members.map { JSONValue.fieldPath($0.name) }
        if onboarding != before {
            fields[layout.flag.name] = ["booleanValue": .bool(layout.flag.value(in: onboarding.state))]
            mask.append(.fieldPath(layout.flag.name))
            // After the onboarding the document keeps the last step, which has no more meaning.
            if let step = path.first ?? onboarding.step {
                fields[layout.step] = ["stringValue": .string(step)]
                mask.append(.fieldPath(layout.step))
            }
        }
        let first =
            document.map {
                FirestoreWrite(condition: .isUnchanged(since: $0.updateTime), fields: fields, mask: mask)
            } ?? FirestoreWrite(condition: .isMissing, fields: fields, times: [layout.createdAt])
        var writes = [first]
        if onboarding != before {
            writes += path.dropFirst().map { step in
                FirestoreWrite(
                    condition: nil,
                    fields: JSONObject([.init(name: layout.step, value: ["stringValue": .string(step)])]),
                    mask: [.fieldPath(layout.step)])
            }
        }
        writes[writes.count - 1].times += [layout.lastSignInAt, layout.updatedAt].compactMap(\.self)
        return writes
    }

    private func missing(in fields: JSONObject) -> [String] {
        layout.required.filter { fields[$0]?.isGiven != true }
    }

    /// Returns the onboarding's status. In a document without the flag, the onboarding counts as completed only if no
    /// required field is missing.
    private func onboarding(_ fields: JSONObject) -> OnboardingStatus {
        let isCompleted =
            switch (layout.flag, fields[layout.flag.name]?.bool) {
            case (.inProgress, let isInProgress?): !isInProgress
            case (.completed, let isCompleted?): isCompleted
            case (_, nil): missing(in: fields).isEmpty
            }
        guard !isCompleted else { return OnboardingStatus(state: .completed) }
        let step = fields[layout.step]?.string
        // The layout has steps, and the user has not reached one yet.
        guard step != nil || layout.steps == nil else { return OnboardingStatus(state: .notStarted) }
        return OnboardingStatus(state: .inProgress, step: step)
    }

    /// Returns the onboarding's status after the steps of the path. Throws `invalidTransition` for a step beyond the
    /// next one or after the onboarding's completion, and `invalidRequest` for an unknown step.
    private func moved(_ onboarding: OnboardingStatus, along path: [String]) throws(AuthError) -> OnboardingStatus {
        var onboarding = onboarding
        let steps = (layout.steps?.all ?? []).map(\.rawValue)
        for step in path {
            guard onboarding.state != .completed else { throw .refused(.invalidTransition, "onboarding.step") }
            if !steps.isEmpty {
                guard let target = steps.firstIndex(where: { $0.hasSameBytes(as: step) }) else {
                    throw .refused(.invalidRequest, "onboarding.step")
                }
                let place = onboarding.step.flatMap { step in steps.firstIndex { $0.hasSameBytes(as: step) } }
                let farthest = onboarding.state == .notStarted ? 0 : (place ?? 0) + 1
                guard target <= farthest else { throw .refused(.invalidTransition, "onboarding.step") }
            }
            onboarding = OnboardingStatus(state: .inProgress, step: step)
        }
        return onboarding
    }
}

extension FirestoreProfileLayout.Flag {
    fileprivate func value(in state: OnboardingStatus.State) -> Bool {
        switch self {
        case .inProgress: state != .completed
        case .completed: state == .completed
        }
    }
}

extension AuthError {
    fileprivate static func missing(_ fields: [String]) -> AuthError {
        var error = AuthError(.profileIncomplete, "required profile fields are missing")
        error.fields = fields
        return error
    }

    fileprivate static func refused(_ code: Code, _ field: String) -> AuthError {
        var error = AuthError(code, "the app's profile layout does not allow this change")
        error.fields = [field]
        return error
    }
}
