package import SesameCore

/// One field of an app's profiles.
package struct ProfileField: Sendable {
    package let name: String
    /// The type.
    package let type: FieldType
    /// The owner.
    package let owner: Owner
    /// The source of its value. A user's own field only starts with it; the others always show it, and it is not stored
    /// twice.
    package let source: FieldSource?
    /// The provider without whose identity the account does not have the field.
    package let provider: Provider?
    /// The value of a new account, where no source has one.
    package let initial: JSONValue?

    /// The owner of a field.
    package enum Owner: String, Sendable, CaseIterable {
        /// The person, by their clients.
        case person
        /// The server and its operator.
        case server
        /// A provider.
        case provider
    }

    /// Makes a field.
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

    /// True if the value is shown from its source, and not kept with the profile.
    var isShown: Bool { owner != .person && source != nil }

    /// Returns true if somebody changes the field: the person their own, the operator these and what is kept for the
    /// server.
    func isChanged(by writer: Owner) -> Bool {
        owner == .person || owner == .server && writer == .server && !isShown
    }

    /// The field's value for an account; nil where it has none.
    func value(of view: AccountView) -> JSONValue? {
        if let provider, !view.identities.contains(where: { $0.provider == provider }) { return nil }
        return isShown ? source?.value(of: view) : view.account.profile.fields[name]
    }
}
