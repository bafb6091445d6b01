import SesameAccounts
import SesameCore
import SesameWire

/// The effect of a write of `users/{uid}` on the profile, computed against the current profile.
struct UserDocumentChange: Sendable {
    let write: DocumentWrite
    let schema: ProfileSchema
    /// The time of the commit.
    let now: FirestoreTimestamp

    /// The write as a step of a profile update, which computes the change from the current profile.
    var step: ProfileUpdate {
        ProfileUpdate { view throws(AccountError) in try change(of: view) }
    }

    /// Returns the change of the profile; nil if the write leaves the profile unchanged. Throws `preconditionFailed` if
    /// the document's update time does not match the write's condition.
    func change(of view: AccountRecord) throws(AccountError) -> ProfilePatch? {
        let document = UserDocument(view, by: schema, push: nil)
        if case .updatedAt(let moment)? = write.condition, moment != document.updateTime {
            throw AccountError(.preconditionFailed, "the document's update time does not match the precondition")
        }
        let result = write.applied(to: document.fields, at: now)
        var change = Change()
        for name in names {
            let (old, new) = (document.fields[name], result[name])
            // A value that the client sends back unchanged is not a change, even if the profile stores it in another
            // form.
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
        return ProfilePatch(fields: change.fields, path: change.path, completes: change.completes)
    }

    /// The names of the top-level fields that the write may change, each once, without the push fields. For a write
    /// without a mask, which replaces the whole document, the list also includes the fields that the user may edit and
    /// that are missing from the write. All other missing fields are kept.
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

    /// Returns true if the write requests the server's time for a date field that the server fills in itself. Such a
    /// request is ignored.
    private func asksForTime(of field: ProfileFieldDefinition) -> Bool {
        field.type == .date && field.source != nil
            && write.transforms.contains { transform in
                guard case .requestTime = transform.operation, transform.path.names.count == 1 else { return false }
                return transform.path.names[0].hasSameBytes(as: field.name)
            }
    }
}

/// A profile change under construction.
private struct Change {
    var fields: JSONObject = [:]
    var path: [String] = []
    var completes = false

    /// Adds the onboarding's progress to the change if the field reports that progress. A Firestore client has no other
    /// way to move the onboarding. Throws `invalidTransition` if the value would reopen a completed onboarding.
    ///
    /// - Returns: True if the field and value move the onboarding.
    mutating func move(_ field: ProfileFieldDefinition, to value: FirestoreValue?) throws(AccountError) -> Bool {
        switch (field.source, value) {
        case (.onboardingInProgress, .boolean(false)), (.onboardingCompleted, .boolean(true)): completes = true
        case (.onboardingInProgress, .boolean(true)), (.onboardingCompleted, .boolean(false)):
            throw AccountError(
                .invalidTransition, "a completed onboarding cannot be reopened", field: "fields.\(field.name)")
        case (.onboardingStep, .string(let step)): path.append(step)
        default: return false
        }
        return true
    }
}

extension FirestoreValue {
    /// True if the value is null or an empty string, which apps write for a missing value.
    fileprivate var saysNothing: Bool { self == .null || self == .string("") }
}

extension DocumentWrite {
    /// Returns the registration or removal of a push token for the caller's session; nil if the write does not include
    /// the token, or if the app has no push fields. Throws `invalidArgument` if the token is invalid.
    func deviceChange(of caller: Caller) throws(RPCError) -> DeviceChange? {
        guard case .update(let given, let mask) = operation, PushField.isFree(in: caller.app.profile) else {
            return nil
        }
        let isToken = { (path: FieldPath) in path.names[0].hasSameBytes(as: PushField.token) }
        guard !transforms.contains(where: { isToken($0.path) }),
            mask?.contains(where: { isToken($0) && $0.names.count > 1 }) != true
        else { throw .invalid("'\(PushField.token)' must be a string") }
        guard mask?.contains(where: isToken) ?? (given[PushField.token] != nil) else { return nil }
        let installation = PushField.installation(of: caller)
        switch given[PushField.token] {
        case nil, .null?: return .remove(installation: installation)
        case .string(let token)?:
            guard let address = DevicePushToken(.fcmToken, Secret(token)) else {
                throw .invalid("'\(PushField.token)' is not a valid registration token")
            }
            return .register(address, installation: installation)
        default: throw .invalid("'\(PushField.token)' must be a string")
        }
    }
}
