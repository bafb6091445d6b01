import Foundation
package import SesameCore
import SesameWire

/// A client's change of a profile.
package struct ProfileChange: Sendable {
    /// New values by field; null removes a field.
    package let fields: JSONObject
    /// The fields that the change is about, if it says so: those without a value are removed.
    package let mask: [String]?
    /// The onboarding's steps to go along, the last of them where the person goes on.
    package let path: [String]
    /// True if the onboarding ends by this.
    package let completes: Bool

    /// Makes the change.
    package init(fields: JSONObject = [:], mask: [String]? = nil, path: [String] = [], completes: Bool = false) {
        self.fields = fields
        self.mask = mask
        self.path = path
        self.completes = completes
    }
}

extension ProfileChange {
    /// The fields as the change leaves them. Refused are what the app's profiles do not have, what is not the writer's to
    /// change, and values that a field cannot hold.
    func edited(
        _ view: AccountView, by schema: ProfileSchema, as writer: ProfileField.Owner = .person
    ) throws(Refusal) -> JSONObject {
        var edited = view.account.profile.fields
        for name in try names() {
            guard let field = schema.field(name) else { throw .unknownField(at: "fields") }
            let path = "fields.\(field.name)"
            let given = fields[name]
            let value = given == .null ? .none : given
            guard field.isChanged(by: writer) else {
                // A client that sends back what it was given has changed nothing.
                guard field.type.areSame(value, field.value(of: view)) else {
                    throw writer == .person ? .readOnly(at: path) : .shown(at: path)
                }
                continue
            }
            if let value, let refusal = field.type.refusal(of: value, at: path) { throw refusal }
            edited[field.name] = value
        }
        guard edited.serialized().count <= Profile.greatestSize else { throw .tooLarge(at: "fields") }
        return edited
    }

    /// The profile as the change leaves it; refused is a way of the onboarding that is not allowed.
    ///
    /// - Parameters:
    ///   - edited: The fields as ``edited(_:by:as:)`` has them.
    ///   - writer: Whoever changes it. Only the person's own word begins their onboarding.
    func applied(
        to profile: Profile, edited: JSONObject, by schema: ProfileSchema, as writer: ProfileField.Owner = .person,
        at now: Date
    ) throws(Refusal) -> Profile {
        let plan = schema.onboarding
        var onboarding = try plan.moved(profile.onboarding, along: path)
        if edited != profile.fields, writer == .person { onboarding = plan.begun(onboarding) }
        let missing = schema.missing(in: edited)
        if completes {
            guard missing.isEmpty else { throw .missing(missing) }
            onboarding = try plan.completed(onboarding)
        } else if profile.onboarding == .completed {
            // What was missing before, because the app has come to require it since, is no fault of this change.
            let before = schema.missing(in: profile.fields)
            let lost = missing.filter { name in !before.contains { $0.hasSameBytes(as: name) } }
            guard lost.isEmpty else { throw .missing(lost) }
        }
        return profile.changed(fields: edited, onboarding: onboarding, at: now)
    }

    private func names() throws(Refusal) -> [String] {
        let given = fields.members.map(\.name)
        guard let mask else { return given }
        guard given.allSatisfy({ name in mask.contains { $0.hasSameBytes(as: name) } }) else {
            throw Refusal(.invalidRequest, "a field is not in the mask", field: "mask")
        }
        return mask
    }
}
