package import SesameCore

/// A field of an app's profiles, as configured: name, type, owner and source.
package struct ProfileFieldDefinition: Sendable {
    package let name: String
    package let type: FieldType
    /// The party that supplies the value.
    package let owner: Owner
    /// The source of the field's value; nil for none. A field owned by the user only starts with the source's value;
    /// any other field always shows that value, which is not stored in the profile.
    package let source: FieldSource?
    /// The provider whose identity an account needs to have the field; nil if all accounts have the field.
    package let provider: Provider?
    /// The initial value in a new account, if the source has none; nil for no value.
    package let initial: JSONValue?

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

    /// True if the value comes from the source at each read and is not stored in the profile.
    var isShown: Bool { owner != .person && source != nil }

    /// Returns true if the writer may change the field. Users may change the fields that they own; the operator may
    /// also change stored fields of the server.
    func isChanged(by writer: Owner) -> Bool {
        owner == .person || owner == .server && writer == .server && !isShown
    }

    /// Returns the field's value for an account; nil if there is none, or if the account has no identity of the field's
    /// ``provider``.
    func value(of view: AccountRecord) -> JSONValue? {
        if let provider, !view.identities.contains(where: { $0.provider == provider }) { return nil }
        return isShown ? source?.value(of: view) : view.account.profile.fields[name]
    }
}
