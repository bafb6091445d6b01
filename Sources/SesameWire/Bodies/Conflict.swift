public import SesameCore

/// The body sent with `credential_in_use` if the identity to link already has an account.
public struct ConflictBody: WireBody {
    /// The ticket for `POST /v1/me/merge`. It can be used once, and only in the session that requested the link.
    public let ticket: Secret
    /// The seconds until the ticket expires.
    public let expiresIn: Int
    /// The account to which the identity belongs. The user has just proved that they own the identity.
    public let account: UserBody
    /// The result of ``ConflictPolicy/merge``; nil if the two accounts cannot be merged, for example because they have
    /// different roles, or each have an identity of the same provider.
    public let merge: MergePreview?

    /// Creates the body of a conflict; omit the merge if the accounts cannot be merged.
    public init(ticket: Secret, expiresIn: Int, account: UserBody, merge: MergePreview?) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.account = account
        self.merge = merge
    }

    /// Parses the body; throws if the ticket, its lifetime or the account is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        expiresIn = try json.integer("expiresIn")
        account = try UserBody(json: json.object("account"))
        if let merge = try json.optionalObject("merge") {
            self.merge = try MergePreview(json: merge)
        } else {
            merge = nil
        }
    }

    /// The body as a JSON object, with the ticket in plain text.
    public var json: JSONObject {
        var json: JSONObject = [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "account": .object(account.json),
        ]
        if let merge { json["merge"] = .object(merge.json) }
        return json
    }
}

/// The account that would result from a merge.
public struct MergePreview: WireBody {
    /// The resulting account. A guest is merged into the identity's account; of two accounts with sign-in methods, the
    /// caller's account survives.
    public let user: UserBody
    /// The profile fields that have different values in both accounts, neither of them empty or the default; the
    /// survivor keeps its values.
    public let overridden: [String]

    /// Creates a preview of a merge that has not been carried out.
    public init(user: UserBody, overridden: [String]) {
        self.user = user
        self.overridden = overridden
    }

    /// Parses the preview; throws if the user or the list of fields is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        user = try UserBody(json: json.object("user"))
        overridden = try json.strings("overridden")
    }

    /// The preview as a JSON object; the list of fields may be empty.
    public var json: JSONObject {
        ["user": .object(user.json), "overridden": .array(overridden.map { .string($0) })]
    }
}
