import SesameAccounts
import SesameCore
import SesameWire

/// The effect of a write of `users/{uid}` on the profile, computed against the profile as it is.
struct UserDocumentChange: Sendable {
    let write: DocumentWrite
    let schema: ProfileSchema
    /// The commit's time.
    let now: FirestoreTimestamp

    /// The write as a step of the domain's; its refusals are the profile's own.
    var step: ProfileStep {
        ProfileStep { view throws(Refusal) in try change(of: view) }
    }

    /// The change of the profile; nil where the write changes none of it.
    func change(of view: AccountView) throws(Refusal) -> ProfileChange? {
        let document = UserDocument(view, by: schema, push: nil)
        if case .updatedAt(let moment)? = write.condition, moment != document.updateTime {
            throw Refusal(.preconditionFailed, "the document was changed meanwhile")
        }
        let result = write.applied(to: document.fields, at: now)
        var change = Change()
        for name in names {
            let (old, new) = (document.fields[name], result[name])
            // What a client sends back as it was shown has not changed, in whatever form the profile keeps it.
            guard old != new else { continue }
            guard let field = schema.field(name) else {
                change.fields[name] = try new?.profile(as: nil, at: "fields.\(name)") ?? .null
                continue
            }
            if field.owner != .person {
                if asksForTime(of: field) || old == nil && new?.saysNothing == true { continue }
                if try change.move(field, to: new) { continue }
            }
            change.fields[name] = try new?.profile(as: field.type, at: "fields.\(name)") ?? .null
        }
        guard !change.fields.isEmpty || !change.path.isEmpty || change.completes else { return nil }
        return ProfileChange(fields: change.fields, path: change.path, completes: change.completes)
    }

    /// The fields that the write is about, each once. Without a mask these are those of the person, who have written a
    /// whole document, and whatever else is in it: what is not theirs to give is not theirs to leave out.
    private var names: [String] {
        guard case .update(let given, _) = write.operation else { return [] }
        let named = write.fieldNames ?? given.members.map(\.name) + schema.editable.map(\.name)
        var names: [String] = []
        for name in named + write.transforms.map({ $0.path.names[0] }) {
            guard !PushField.isOne(name, in: schema), !names.contains(where: { $0.hasSameBytes(as: name) }) else {
                continue
            }
            names.append(name)
        }
        return names
    }

    /// Returns true if the write asks for the server's time in a field in which the server writes a time of its own: it
    /// has done so, or does now.
    private func asksForTime(of field: ProfileField) -> Bool {
        field.type == .date && field.source != nil
            && write.transforms.contains { transform in
                guard case .requestTime = transform.operation, transform.path.names.count == 1 else { return false }
                return transform.path.names[0].hasSameBytes(as: field.name)
            }
    }
}

/// A change of a profile as it is put together.
private struct Change {
    var fields: JSONObject = [:]
    var path: [String] = []
    var completes = false

    /// Moves in the onboarding, where the field is one that says how far it has come. A client of Firestore's has no
    /// other way to say so.
    ///
    /// - Returns: True if the field and value are such.
    mutating func move(_ field: ProfileField, to value: FirestoreValue?) throws(Refusal) -> Bool {
        switch (field.source, value) {
        case (.onboardingInProgress, .boolean(false)), (.onboardingCompleted, .boolean(true)): completes = true
        case (.onboardingInProgress, .boolean(true)), (.onboardingCompleted, .boolean(false)):
            throw Refusal(.invalidTransition, "the onboarding is completed", field: "fields.\(field.name)")
        case (.onboardingStep, .string(let step)): path.append(step)
        default: return false
        }
        return true
    }
}

extension FirestoreValue {
    /// True if an app writes this where it has nothing to write.
    fileprivate var saysNothing: Bool { self == .null || self == .string("") }
}

extension DocumentWrite {
    /// Returns the change to the device of the caller's session; nil if the write is not about it.
    func deviceChange(of caller: Caller) throws(RPCError) -> DeviceChange? {
        guard case .update(let given, let mask) = operation, PushField.isFree(in: caller.app.profile) else {
            return nil
        }
        let isToken = { (path: FieldPath) in path.names[0].hasSameBytes(as: PushField.token) }
        guard !transforms.contains(where: { isToken($0.path) }),
            mask?.contains(where: { isToken($0) && $0.names.count > 1 }) != true
        else { throw .invalid("'\(PushField.token)' is a string") }
        guard mask?.contains(where: isToken) ?? (given[PushField.token] != nil) else { return nil }
        let installation = PushField.installation(of: caller)
        switch given[PushField.token] {
        case nil, .null?: return .remove(installation: installation)
        case .string(let token)?:
            guard let address = DeviceAddress(.fcmToken, Secret(token)) else {
                throw .invalid("'\(PushField.token)' is no registration token")
            }
            return .register(address, installation: installation)
        default: throw .invalid("'\(PushField.token)' is a string")
        }
    }
}
