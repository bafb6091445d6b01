import Foundation
package import SesameCore
import SesameWire

/// A requested change of an account's profile fields and onboarding.
package struct ProfilePatch: Sendable {
    /// The new values by field name; null removes a field.
    package let fields: JSONObject
    /// The names of the fields that the change covers: those without a value in ``fields`` are removed. Nil for exactly
    /// the fields in ``fields``.
    package let mask: [String]?
    /// The onboarding steps to move along; the last one becomes the current step.
    package let path: [String]
    /// True if the change completes the onboarding.
    package let completes: Bool

    package init(fields: JSONObject = [:], mask: [String]? = nil, path: [String] = [], completes: Bool = false) {
        self.fields = fields
        self.mask = mask
        self.path = path
        self.completes = completes
    }
}

extension ProfilePatch {
    /// Returns the profile's fields after the change. Throws for unknown fields, for new values of fields that the
    /// writer must not change, for invalid values, and if the profile becomes too large.
    func edited(
        _ view: AccountRecord, by schema: ProfileSchema, as writer: ProfileFieldDefinition.Owner = .person
    ) throws(AccountError) -> JSONObject {
        var edited = view.account.profile.fields
        for name in try names() {
            guard let field = schema.field(name) else { throw .unknownField(at: "fields") }
            let path = "fields.\(field.name)"
            let given = fields[name]
            let value = given == .null ? .none : given
            guard field.isChanged(by: writer) else {
                // A client that sends back a received value has changed nothing.
                guard field.type.areSame(value, field.value(of: view)) else {
                    throw writer == .person ? .readOnly(at: path) : .shown(at: path)
                }
                continue
            }
            if let value, let refusal = field.type.refusal(of: value, at: path) { throw refusal }
            edited[field.name] = value
        }
        guard edited.serialized().count <= StoredProfile.maxFieldsBytes else { throw .tooLarge(at: "fields") }
        return edited
    }

    /// Returns the changed profile. Throws if a move along the onboarding's steps is not allowed, if the change
    /// completes the onboarding while required fields are missing, or if it removes a required field after completion.
    ///
    /// - Parameters:
    ///   - edited: The fields from ``edited(_:by:as:)``.
    ///   - writer: The author of the change. Only a user's own change starts their onboarding.
    func applied(
        to profile: StoredProfile, edited: JSONObject, by schema: ProfileSchema,
        as writer: ProfileFieldDefinition.Owner = .person,
        at now: Date
    ) throws(AccountError) -> StoredProfile {
        let plan = schema.onboarding
        var onboarding = try plan.moved(profile.onboarding, along: path)
        if edited != profile.fields, writer == .person { onboarding = plan.begun(onboarding) }
        let missing = schema.missing(in: edited)
        if completes {
            guard missing.isEmpty else { throw .missing(missing) }
            onboarding = try plan.completed(onboarding)
        } else if profile.onboarding == .completed {
            // Fields that were missing before the change, because the app has required them only since, are not this
            // change's error.
            let before = schema.missing(in: profile.fields)
            let lost = missing.filter { name in !before.contains { $0.hasSameBytes(as: name) } }
            guard lost.isEmpty else { throw .missing(lost) }
        }
        return profile.changed(fields: edited, onboarding: onboarding, at: now)
    }

    private func names() throws(AccountError) -> [String] {
        let given = fields.members.map(\.name)
        guard let mask else { return given }
        guard given.allSatisfy({ name in mask.contains { $0.hasSameBytes(as: name) } }) else {
            throw AccountError(.invalidRequest, "a field is not in the mask", field: "mask")
        }
        return mask
    }
}
