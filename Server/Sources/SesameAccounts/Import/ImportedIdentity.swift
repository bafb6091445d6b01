import SesameCore
import SesameWire

/// A provider's id of an imported user, or a placeholder for it, with the user's claims.
package struct ImportedIdentity: Sendable, Equatable {
    package let provider: Provider
    /// The provider's id of the user, in all forms that the app may store. It is a placeholder if only the user's email
    /// address is known (see ``PlaceholderSubject``), or only an id that the app derived itself (see ``LegacyID``).
    let subject: SubjectAliases
    /// The claims from the import line; always empty in pseudonymous apps.
    package let claims: IdentityClaims

    struct Key: Hashable {
        let provider: Provider
        let subject: String
    }

    var key: Key { Key(provider: provider, subject: subject.current) }

    static let members = [
        "provider", "subject", "legacyID", "email", "emailVerified", "privateEmail", "givenName", "familyName",
        "displayName",
        "photoURL",
    ]

    init(json: JSONValue, app: App, _ definitions: ProviderDirectory, at path: String) throws(AccountError) {
        guard let object = json.object else { throw .line(path, "must be an object") }
        for member in object.members where !Self.members.contains(where: member.name.hasSameBytes) {
            throw .line(
                "\(path).\(member.name)", "unknown field; known fields: \(Self.members.joined(separator: ", "))")
        }
        guard let provider = object["provider"]?.string.flatMap(definitions.provider(named:)) else {
            throw .line("\(path).provider", "must be \(definitions.list(joinedBy: " or "))")
        }
        guard app.providers[provider] != nil else {
            throw .line("\(path).provider", "the app does not offer sign-in with \(provider.rawValue)")
        }
        self.provider = provider
        claims = IdentityClaims(
            email: try Self.text("email", in: object, at: path, greatest: 320),
            emailVerified: try Self.flag("emailVerified", in: object, at: path),
            isPrivateEmail: try Self.flag("privateEmail", in: object, at: path),
            givenName: try Self.text("givenName", in: object, at: path),
            familyName: try Self.text("familyName", in: object, at: path),
            displayName: try Self.text("displayName", in: object, at: path),
            photoURL: try Self.text("photoURL", in: object, at: path, greatest: 2_000))
        // Such an app does not store claims: see ``FilteredIdentity``.
        guard !app.privacy.isPseudonymous || claims == IdentityClaims() else {
            throw .line(path, "a provider's claims about a user are not allowed in pseudonymous apps")
        }
        if let legacyID = try Self.text("legacyID", in: object, at: path) {
            guard object["subject"] == nil else {
                throw .line("\(path).legacyID", "is not allowed together with 'subject', the provider's own id")
            }
            subject = try Self.subject(ofLegacy: legacyID, at: provider, app, path: "\(path).legacyID")
        } else if let subject = try Self.text("subject", in: object, at: path) {
            guard definitions[provider]?.isValid(subject: subject) == true else {
                throw .line("\(path).subject", "must be a user id in the format of \(provider.rawValue)")
            }
            self.subject = app.privacy.forms(of: subject, at: provider)
        } else {
            guard provider.isKnownForAddresses, let subject = PlaceholderSubject(claims) else {
                throw .line(
                    "\(path).subject",
                    "is required: the provider's user id, or for apple and google a verified 'email' that is not a "
                        + "relay address"
                )
            }
            self.subject = SubjectAliases(subject.text)
        }
    }

    /// Returns the placeholder subject for a legacy id, which the app derived itself. The placeholder is valid until
    /// the user signs in. Throws if the app does not recognize legacy ids.
    private static func subject(
        ofLegacy text: String, at provider: Provider, _ app: App, path: String
    ) throws(AccountError) -> SubjectAliases {
        guard let pseudonymity = app.privacy.pseudonymity, pseudonymity.recognizesLegacyIDs else {
            throw .line(path, "the app does not recognize such ids; see recognizeLegacyIDs")
        }
        guard provider == .apple, let id = LegacyID(text) else {
            throw .line(path, "must be apple_ and 30 hexadecimal digits, for a user who signs in with Apple")
        }
        return pseudonymity.pseudonyms.forms(ofLegacy: id.digits, at: provider)
    }

    private static func text(
        _ name: String, in object: JSONObject, at path: String, greatest: Int = 255
    ) throws(AccountError) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let text)? where (1...greatest).contains(text.utf8.count): return text
        default: throw .line("\(path).\(name)", "must be a string of 1 to \(greatest) bytes")
        }
    }

    private static func flag(_ name: String, in object: JSONObject, at path: String) throws(AccountError) -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let flag)?: return flag
        default: throw .line("\(path).\(name)", "must be true or false")
        }
    }
}
