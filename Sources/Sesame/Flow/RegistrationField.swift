import SesameCore

/// A field of an app's registration form, and where it stands in the app's profile.
public struct RegistrationField: Sendable, Hashable {
    /// The meaning of the field, by which it is prefilled from the provider's claims, read out and completed.
    public enum Meaning: Sendable, Hashable {
        /// The given name.
        case givenName
        /// The family name.
        case familyName
        /// The e-mail address.
        case email
        /// Text that no provider knows.
        case text
    }

    /// The field's name in the profile.
    public let name: String
    /// The meaning of the field.
    public let meaning: Meaning
    /// True if the form can be sent without it.
    public let isRequired: Bool

    /// A field of the profile.
    public init(_ name: String, _ meaning: Meaning = .text, isRequired: Bool = false) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
    }
}

extension JSONObject {
    /// A field's text. An empty one is no part of the profile.
    subscript(field: RegistrationField) -> String {
        get { self[field.name]?.string ?? "" }
        set { self[field.name] = newValue.isEmpty ? nil : .string(newValue) }
    }

    /// True if all that is required of those fields is there; spaces are not.
    func isComplete(_ fields: [RegistrationField]) -> Bool {
        fields.allSatisfy { field in !field.isRequired || self[field].contains { !$0.isWhitespace } }
    }
}

extension RegistrationForm {
    /// The form with what the provider states filled in, where nothing is yet.
    public func prefilled(_ fields: [RegistrationField]) -> RegistrationForm {
        var form = self
        for field in fields where form.profile[field.name] == nil {
            form[field] = prefill.statement(of: field.meaning) ?? ""
        }
        return form
    }

    /// A field's text. An empty one is no part of the profile.
    public subscript(field: RegistrationField) -> String {
        get { profile[field] }
        set { profile[field] = newValue }
    }

    /// Returns true if all that is required is there; spaces are not.
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
