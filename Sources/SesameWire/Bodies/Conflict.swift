public import SesameCore

/// The body beside `credential_in_use` when an identity is to be linked that has an account of its own.
public struct ConflictBody: WireBody {
    /// The ticket for `POST /v1/me/merge`: good once, for the caller's account only.
    public let ticket: Secret
    /// Seconds until the ticket can no longer be used.
    public let expiresIn: Int
    /// The identity's account, which the person has just proved to be theirs.
    public let account: UserBody
    /// The result of ``ConflictPolicy/merge``; nil where the two cannot become one, because they have different roles,
    /// or each an identity of one provider.
    public let merge: MergePreview?

    /// Makes the body.
    public init(ticket: Secret, expiresIn: Int, account: UserBody, merge: MergePreview?) {
        self.ticket = ticket
        self.expiresIn = expiresIn
        self.account = account
        self.merge = merge
    }

    /// Reads the body.
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

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [
            "ticket": .string(ticket.exposed), "expiresIn": .number(JSONNumber(expiresIn)),
            "account": .object(account.json),
        ]
        if let merge { json["merge"] = .object(merge.json) }
        return json
    }
}

/// The account that a merge would leave.
public struct MergePreview: WireBody {
    /// The account as it would be. A guest becomes part of the identity's account; of two accounts with sign-in methods
    /// the caller's stays.
    public let user: UserBody
    /// The profile fields that both have, with different values: the staying account's values stay.
    public let overridden: [String]

    /// Makes the preview.
    public init(user: UserBody, overridden: [String]) {
        self.user = user
        self.overridden = overridden
    }

    /// Reads the preview.
    public init(json: JSONObject) throws(BodyError) {
        user = try UserBody(json: json.object("user"))
        overridden = try json.strings("overridden")
    }

    /// The preview as it is sent.
    public var json: JSONObject {
        ["user": .object(user.json), "overridden": .array(overridden.map { .string($0) })]
    }
}
