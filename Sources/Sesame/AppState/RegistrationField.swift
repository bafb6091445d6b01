import SesameCore

/// A field of an app's registration form, and its place in the app's profile.
public struct RegistrationField: Sendable, Hashable {
    /// The meaning of the field, which determines its prefilled claim, its accessibility and its autofill.
    public enum Meaning: Sendable, Hashable {
        /// The given name.
        case givenName
        /// The family name.
        case familyName
        /// The email address.
        case email
        /// Text that no provider supplies.
        case text
    }

    /// The field's name in the profile.
    public let name: String
    /// The meaning of the field.
    public let meaning: Meaning
    /// True if the form cannot be sent without the field.
    public let isRequired: Bool

    /// Creates a field of the profile.
    public init(_ name: String, _ meaning: Meaning = .text, isRequired: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
    }
}

extension JSONObject {
    /// The field's text. An empty text is not stored in the profile.
    subscript(field: RegistrationField) -> String {
        get { self[field.name]?.string ?? "" }
        set { self[field.name] = newValue.isEmpty ? nil : .string(newValue) }
    }

    /// Returns true if all required fields have a text other than spaces.
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

    /// The field's text. An empty text is not stored in the profile.
    public subscript(field: RegistrationField) -> String {
        get { profile[field] }
        set { profile[field] = newValue }
    }

    /// Returns true if all required fields have a text other than spaces.
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
