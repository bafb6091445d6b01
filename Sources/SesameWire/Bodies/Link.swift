public import SesameCore

/// Body of `POST /v1/me/identities/{provider}`: a fresh credential, to be bound to the caller's account.
public struct LinkRequest: WireBody {
    /// The token with what else the provider's sheet gives. Its nonce is one of `POST /v1/challenges` that was asked
    /// for with this session's access token. A role is for a guest who signs up so, in apps with roles.
    public let credential: AppleSignInRequest
    /// Profile fields of a guest who signs up so. Anybody else's are not to be changed by a link.
    public let profile: JSONObject
    /// The fate of an identity that has an account of its own.
    public let onConflict: ConflictPolicy

    /// Makes the request.
    public init(credential: AppleSignInRequest, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail) {
        self.credential = credential
        self.profile = profile
        self.onConflict = onConflict
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        credential = try AppleSignInRequest(json: json)
        profile = try json.optionalObject("profile") ?? [:]
        onConflict = try json.choice("onConflict", of: ConflictPolicy.self) ?? .fail
    }

    /// The request as it is sent: profile and policy beside the credential's members.
    public var json: JSONObject {
        var json = credential.json
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        if onConflict != .fail { json["onConflict"] = .string(onConflict.rawValue) }
        return json
    }
}

/// Body of `POST /v1/me/identities`: a code of `/authorize`, to which the browser was sent with `link`, a nonce of
/// `POST /v1/challenges` that was asked for with this session's access token.
public struct LinkCodeRequest: WireBody {
    /// The code, good once and for a minute.
    public let code: Secret
    /// The verifier whose challenge the browser was sent with (RFC 7636).
    public let codeVerifier: Secret
    /// The address that the code was sent to, byte for byte.
    public let redirectURI: String
    /// Profile fields of a guest who signs up so. Anybody else's are not to be changed by a link.
    public let profile: JSONObject
    /// The fate of an identity that has an account of its own.
    public let onConflict: ConflictPolicy

    /// Makes the request.
    public init(
        code: Secret, codeVerifier: Secret, redirectURI: String, profile: JSONObject = [:],
        onConflict: ConflictPolicy = .fail
    ) {
        self.code = code
        self.codeVerifier = codeVerifier
        self.redirectURI = redirectURI
        self.profile = profile
        self.onConflict = onConflict
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        code = try json.secret("code")
        codeVerifier = try json.secret("codeVerifier")
        redirectURI = try json.string("redirectURI")
        guard !redirectURI.isEmpty else { throw BodyError("redirectURI", .invalid) }
        profile = try json.optionalObject("profile") ?? [:]
        onConflict = try json.choice("onConflict", of: ConflictPolicy.self) ?? .fail
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [
            "code": .string(code.exposed), "codeVerifier": .string(codeVerifier.exposed),
            "redirectURI": .string(redirectURI),
        ]
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        if onConflict != .fail { json["onConflict"] = .string(onConflict.rawValue) }
        return json
    }
}

/// Body of `POST /v1/me/merge`: what the person decided.
public struct MergeRequest: WireBody {
    /// The ticket of a `credential_in_use` answer.
    public let ticket: Secret
    /// The decision.
    public let choice: ConflictChoice

    /// Makes the request.
    public init(ticket: Secret, choice: ConflictChoice) {
        self.ticket = ticket
        self.choice = choice
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        guard let choice = try json.choice("choice", of: ConflictChoice.self) else {
            throw BodyError("choice", .missing)
        }
        self.choice = choice
    }

    /// The request as it is sent.
    public var json: JSONObject { ["ticket": .string(ticket.exposed), "choice": .string(choice.rawValue)] }
}

/// Answer of `POST /v1/me/identities/{provider}`, `POST /v1/me/merge` and `POST /v1/me/merge/undo`.
public struct LinkAnswer: WireBody {
    /// The outcome.
    public let outcome: UpgradeOutcome
    /// The tokens to go on with: those of a new session when the caller was a guest or is now in another account.
    public let tokens: TokenAnswer
    /// The signed-in user.
    public let user: UserBody
    /// For how many seconds a merge can be undone; nil where there is none, or never.
    public let undoExpiresIn: Int?

    /// Makes the answer.
    public init(outcome: UpgradeOutcome, tokens: TokenAnswer, user: UserBody, undoExpiresIn: Int? = nil) {
        self.outcome = outcome
        self.tokens = tokens
        self.user = user
        self.undoExpiresIn = undoExpiresIn
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        guard let outcome = try json.choice("outcome", of: UpgradeOutcome.self) else {
            throw BodyError("outcome", .missing)
        }
        self.outcome = outcome
        tokens = try TokenAnswer(json: json)
        user = try UserBody(json: json.object("user"))
        undoExpiresIn = try json.optionalInteger("undoExpiresIn")
    }

    /// The answer as it is sent: the tokens' members, then the outcome and the person, and how long a merge can be undone.
    public var json: JSONObject {
        var json = tokens.json
        json["outcome"] = .string(outcome.rawValue)
        json["user"] = .object(user.json)
        if let undoExpiresIn { json["undoExpiresIn"] = .number(JSONNumber(undoExpiresIn)) }
        return json
    }
}
