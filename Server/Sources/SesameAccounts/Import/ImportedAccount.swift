package import Foundation
package import SesameCore
import SesameWire

/// An account of another system, parsed from a line of an import.
package struct ImportedAccount: Sendable, Equatable {
    /// The id in the other system, which the account keeps in this one; nil for a new id.
    package let id: AccountID?
    /// The identities with which the user signs in. An account has at least one identity or local credential; otherwise
    /// its user could never sign in.
    package let identities: [ImportedIdentity]
    /// The email address and phone number with which the user signs in.
    package let logins: [ImportedCredential]
    /// The metadata that other systems' clients read.
    package let details: ImportedMetadata
    /// The role; nil in apps without roles.
    package let role: String?
    /// The profile fields; empty if the line has none.
    package let profile: JSONObject
    /// True if the user has completed the onboarding; nil to derive it from the required fields.
    package let isOnboarded: Bool?
    /// The time at which the account was created; nil to use the last sign-in or, without one, the time of the import.
    package let createdAt: Date?
    /// The user's last sign-in; nil for the time of creation.
    package let lastSignInAt: Date?
    /// True if sign-in to the account is blocked.
    package let isDisabled: Bool

    /// The maximum number of identities in one line.
    static let maxIdentities = 20

    /// The allowed members of a line.
    static let members = [
        "id", "identities", "role", "profile", "onboarded", "createdAt", "lastSignInAt", "disabled", "email",
        "emailVerified", "password", "phone", "phoneVerified", "displayName", "preferences", "labels",
    ]

    /// Reads a line by the app's rules. Throws `invalidRequest` for an unknown member or an invalid value, and
    /// `profileIncomplete` if the onboarding is completed but required profile fields are missing.
    ///
    /// - Parameter now: The latest time that an account's creation or last sign-in may have.
    init(
        json: JSONObject, app: App, _ definitions: ProviderDirectory, now: Date
    ) throws(AccountError) {
        if let member = json.members.first(where: { $0.value.hasNull }) { throw .null(in: member.name) }
        for member in json.members where !Self.members.contains(where: member.name.hasSameBytes) {
            throw .line(member.name, "unknown field; known fields: \(Self.members.joined(separator: ", "))")
        }
        id = try json.text("id").map { text throws(AccountError) -> AccountID in
            guard AccountID.isValid(text) else {
                throw .line(
                    "id", "must be 1 to 128 visible ASCII characters, without double quotes, # % / < > ? and backslash")
            }
            return AccountID(text)
        }
        guard id == nil || !app.privacy.isPseudonymous else {
            throw .line("id", "is not allowed in pseudonymous apps, which create their own ids; leave it out")
        }
        logins = try ImportedCredential.all(of: json, app: app)
        details = try ImportedMetadata(json: json, app: app)
        let given = json["identities"] == nil && !logins.isEmpty ? [] : json["identities"]?.array
        guard let given, ((logins.isEmpty ? 1 : 0)...Self.maxIdentities).contains(given.count) else {
            throw .line(
                "identities",
                "must be a list of 1 to \(Self.maxIdentities) identities; it may be empty with 'email' or "
                    + "'phone'"
            )
        }
        var identities: [ImportedIdentity] = []
        for (index, element) in given.enumerated() {
            let identity = try ImportedIdentity(json: element, app: app, definitions, at: "identities[\(index)]")
            guard !identities.contains(where: { $0.key == identity.key }) else {
                throw .line("identities[\(index)]", "duplicate identity")
            }
            identities.append(identity)
        }
        self.identities = identities
        role = try json.text("role")
        if let refusal = app.refusal(ofRole: role) { throw refusal }
        profile = try Self.profile(of: json, app)
        isOnboarded = try json.flag("onboarded")
        if isOnboarded == true, let refusal = app.profile.refusal(ofMissingIn: profile) { throw refusal }
        createdAt = try json.time("createdAt", now: now)
        lastSignInAt = try json.time("lastSignInAt", now: now)
        if let createdAt, let lastSignInAt, lastSignInAt < createdAt {
            throw .line("lastSignInAt", "must not be before 'createdAt'")
        }
        isDisabled = try json.flag("disabled") ?? false
    }

    /// Returns the profile fields to store: the user's and the server's. Throws if a field is invalid, or shows data
    /// from another source.
    private static func profile(of json: JSONObject, _ app: App) throws(AccountError) -> JSONObject {
        switch json["profile"] {
        case nil: return [:]
        case .object(let fields)?:
            if let refusal = app.profile.refusal(ofImportWith: fields) { throw refusal }
            return fields
        default: throw .line("profile", "must be an object")
        }
    }
}

extension ProfileSchema {
    /// Returns the error if an imported account cannot have the given profile fields; nil otherwise. The operator may
    /// set the server's own fields.
    fileprivate func refusal(ofImportWith given: JSONObject) -> AccountError? {
        for member in given.members {
            guard let field = field(member.name) else { return .unknownField(at: "profile.\(member.name)") }
            let path = "profile.\(field.name)"
            guard !field.isShown else { return .line(path, "the field shows data from another source; leave it out") }
            if let refusal = field.type.refusal(of: member.value, at: path) { return refusal }
        }
        return given.serialized().count > StoredProfile.maxFieldsBytes ? .tooLarge(at: "profile") : nil
    }
}

extension JSONObject {
    func text(_ name: String) throws(AccountError) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text)? where !text.isEmpty: return text
        default: throw .line(name, "must be a non-empty string")
        }
    }

    func flag(_ name: String) throws(AccountError) -> Bool? {
        switch self[name] {
        case nil: return nil
        case .bool(let flag)?: return flag
        default: throw .line(name, "must be true or false")
        }
    }

    /// Returns the time of a member, as `2026-11-21T18:00:00Z` or in milliseconds since 1970; nil if it is missing.
    /// Throws for any other value, and for a time before 1970 or after `now`.
    fileprivate func time(_ name: String, now: Date) throws(AccountError) -> Date? {
        let time: Date?
        switch self[name] {
        case nil: return nil
        case .string(let text)?: time = ProfileDate(text)?.moment
        case let value?: time = value.integer.map { Date(millisecondsSince1970: $0) }
        }
        guard let time, (0...now.millisecondsSince1970).contains(time.millisecondsSince1970) else {
            throw .line(
                name,
                "must be a time from 1970 until now, such as \"2026-11-21T18:00:00Z\", or milliseconds since 1970")
        }
        return time
    }
}

extension AccountError {
    static func line(_ field: String, _ reason: String) -> AccountError {
        AccountError(.invalidRequest, reason, field: field)
    }
}
