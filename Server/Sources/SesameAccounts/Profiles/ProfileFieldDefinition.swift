package import SesameCore

/// A field of an app's profiles.
package struct ProfileFieldDefinition: Sendable {
    package let name: String
    /// The type of its values.
    package let type: FieldType
    /// The owner: the party that supplies the value.
    package let owner: Owner
    /// The source of its value. A user's own field only starts with it; other fields always show it, and the value is
    /// not stored twice.
    package let source: FieldSource?
    /// The provider whose identity an account must have to have the field; nil for all accounts.
    package let provider: Provider?
    /// The value of a new account if no source has one.
    package let initial: JSONValue?

    /// The owner of a field.
    package enum Owner: String, Sendable, CaseIterable {
        /// The user, through the app's clients.
        case person
        /// The server and its operator.
        case server
        /// The provider of the identity.
        case provider
    }

    package init(
        _ name: String, _ type: FieldType = .string(), owner: Owner = .person, source: FieldSource? = nil,
        provider: Provider? = nil, initial: JSONValue? = nil
    ) {
        self.name = name
        self.type = type
        self.owner = owner
        self.source = source
        self.provider = provider
        self.initial = initial
    }

    /// True if the value is shown from its source and not stored in the profile.
    var isShown: Bool { owner != .person && source != nil }

    /// Returns true if the writer may change the field: users their own, the operator these and the server's stored
    /// fields.
    func isChanged(by writer: Owner) -> Bool {
        owner == .person || owner == .server && writer == .server && !isShown
    }

    /// Returns the field's value for an account; nil for no value.
    func value(of view: AccountRecord) -> JSONValue? {
        if let provider, !view.identities.contains(where: { $0.provider == provider }) { return nil }
        return isShown ? source?.value(of: view) : view.account.profile.fields[name]
    }
}
