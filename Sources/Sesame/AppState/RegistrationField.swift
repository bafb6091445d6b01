import SesameCore

/// A field of an app's registration form, and its place in the app's profile.
public struct RegistrationField: Sendable, Hashable {
    /// The meaning of a field, which determines the provider's claim that prefills it, its keyboard and its autofill.
    public enum Meaning: Sendable, Hashable {
        /// The user's given name, prefilled from the provider's claim.
        case givenName
        /// The user's family name, prefilled from the provider's claim.
        case familyName
        /// The user's email address, prefilled from the provider's claim.
        case email
        /// Text that no provider supplies.
        case text
    }

    /// The field's name in the profile.
    public let name: String
    /// The kind of content, which determines how the form prefills the field.
    public let meaning: Meaning
    /// True if the form cannot be sent without the field.
    public let isRequired: Bool

    /// Creates a field with the given name in the profile; by default, an optional text field without prefilled
    /// content.
    public init(_ name: String, _ meaning: Meaning = .text, isRequired: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
    }
}

extension JSONObject {
    /// The text of a profile field; empty if the field is not set. Setting an empty text removes the field.
    subscript(field: RegistrationField) -> String {
        get { self[field.name]?.string ?? "" }
        set { self[field.name] = newValue.isEmpty ? nil : .string(newValue) }
    }

    /// Returns true if no required field is empty or blank.
    func isComplete(_ fields: [RegistrationField]) -> Bool {
        fields.allSatisfy { field in !field.isRequired || self[field].contains { !$0.isWhitespace } }
    }
}

extension RegistrationForm {
    /// Returns the form with the provider's claims filled into the empty fields.
    public func prefilled(_ fields: [RegistrationField]) -> RegistrationForm {
        var form = self
        for field in fields where form.profile[field.name] == nil {
            form[field] = prefill.statement(of: field.meaning) ?? ""
        }
        return form
    }

    /// The text of a profile field; empty if the field is not set. Setting an empty text removes the field.
    public subscript(field: RegistrationField) -> String {
        get { profile[field] }
        set { profile[field] = newValue }
    }

    /// Returns true if no required field is empty or blank.
    public func isComplete(_ fields: [RegistrationField]) -> Bool { profile.isComplete(fields) }
}

extension RegistrationOffer.Prefill {
    fileprivate func statement(of meaning: RegistrationField.Meaning) -> String? {
        switch meaning {
        case .givenName: givenName
        case .familyName: familyName
        case .email: email
        case .text: nil
        }
    }
}
