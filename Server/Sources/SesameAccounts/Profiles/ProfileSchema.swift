import Foundation
package import SesameCore
import SesameWire

/// An app's profile schema: the fields, their owners, and the onboarding's requirements.
package struct ProfileSchema: Sendable {
    /// The fields, in display order.
    package let fields: [ProfileFieldDefinition]
    /// The names of the fields that are required to complete the onboarding, or to sign up in apps with a registration
    /// form.
    package let required: [String]
    /// The onboarding's steps and the rules for moving along them.
    package let onboarding: OnboardingPlan
    /// The providers of which an account needs at least one identity before its user can change the profile; empty if
    /// none is needed.
    package let providers: [Provider]

    package init(
        fields: [ProfileFieldDefinition], required: [String] = [], onboarding: OnboardingPlan = OnboardingPlan(),
        providers: [Provider] = []
    ) {
        self.fields = fields
        self.required = required
        self.onboarding = onboarding
        self.providers = providers
    }

    /// Creates a schema of text fields that the user owns, as in the short form of the configuration.
    package init(required: [String] = [], optional: [String] = []) {
        self.init(fields: (required + optional).map { ProfileFieldDefinition($0) }, required: required)
    }

    /// The fields that the user may change.
    package var editable: [ProfileFieldDefinition] { fields.filter { $0.owner == .person } }

    /// Returns true if sign-up or the completion of the onboarding requires the field.
    package func requires(_ field: ProfileFieldDefinition) -> Bool {
        required.contains { $0.hasSameBytes(as: field.name) }
    }

    package func field(_ name: String) -> ProfileFieldDefinition? {
        fields.first { $0.name.hasSameBytes(as: name) }
    }

    /// Returns the names of the required fields without a value in the given object.
    package func missing(in given: JSONObject) -> [String] {
        fields.filter { requires($0) && !given[$0.name].isGiven }.map(\.name)
    }

    /// Returns a `profileIncomplete` error that lists the missing required fields; nil if none is missing.
    func refusal(ofMissingIn given: JSONObject) -> AccountError? {
        let missing = missing(in: given)
        return missing.isEmpty ? nil : .missing(missing)
    }

    /// Returns an error if a registration form has unknown, read-only or invalid fields, or is too large; otherwise
    /// nil.
    package func refusal(ofRegistrationWith given: JSONObject) -> AccountError? {
        for member in given.members {
            guard let field = field(member.name) else { return .unknownField(at: "profile") }
            let path = "profile.\(field.name)"
            guard field.owner == .person else { return .readOnly(at: path) }
            if let refusal = field.type.refusal(of: member.value, at: path) { return refusal }
        }
        return given.serialized().count > StoredProfile.maxFieldsBytes ? .tooLarge(at: "profile") : nil
    }
}

extension ProfileSchema {
    /// True if the app has required fields or onboarding steps.
    package var asksForSomething: Bool { !required.isEmpty || !onboarding.steps.isEmpty }

    /// Returns true if the user cannot change the profile yet, because the account has no identity of any of the
    /// ``providers``.
    package func refusesChanges(of view: AccountRecord) -> Bool {
        !providers.isEmpty && !view.identities.contains { providers.contains($0.provider) }
    }

    /// Returns all visible fields of an account's profile, including stored fields that the schema no longer has.
    package func document(of view: AccountRecord) -> JSONObject {
        var document = JSONObject()
        for field in fields {
            if let value = field.value(of: view) { document[field.name] = value }
        }
        for member in view.account.profile.fields.members where field(member.name) == nil {
            document[member.name] = member.value
        }
        return document
    }

    /// Returns the names of the required fields that the account's profile lacks.
    package func missing(of view: AccountRecord) -> [String] {
        missing(in: view.account.profile.fields)
    }
}

extension AccountError {
    static func missing(_ fields: [String]) -> AccountError {
        var refusal = AccountError(.profileIncomplete, "required profile fields are missing")
        refusal.missing = fields
        return refusal
    }

    static func unknownField(at path: String) -> AccountError {
        AccountError(.invalidRequest, "unknown profile field", field: path)
    }

    static func readOnly(at path: String) -> AccountError {
        AccountError(.readOnlyField, "the user is not allowed to change the profile field", field: path)
    }

    /// Returns the error for an operator's change of a field whose value comes from the account or a provider.
    static func shown(at path: String) -> AccountError {
        AccountError(
            .readOnlyField, "the profile field shows data from the account or a provider, and cannot be changed",
            field: path)
    }

    static func tooLarge(at path: String) -> AccountError {
        AccountError(.invalidRequest, "the profile must be at most \(StoredProfile.maxFieldsBytes) bytes", field: path)
    }
}
