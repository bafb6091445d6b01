public import SesameCore

/// The body of `POST /v1/me/identities/{provider}`: a fresh credential to link to the caller's account.
public struct LinkRequest: WireBody {
    /// The token with the other data from the provider's sheet. The token's nonce comes from a `POST /v1/challenges`
    /// with the access token of the session that links. The role applies only to a guest who is upgraded, in apps with
    /// roles.
    public let credential: AppleSignInRequest
    /// The profile fields of a guest who is upgraded; empty for any other user.
    public let profile: JSONObject
    /// The policy for an identity that already belongs to another account.
    public let onConflict: ConflictPolicy

    /// Creates a request. A conflict with another account is by default an error.
    public init(credential: AppleSignInRequest, profile: JSONObject = [:], onConflict: ConflictPolicy = .fail) {
        self.credential = credential
        self.profile = profile
        self.onConflict = onConflict
    }

    /// Parses the request; throws if the credential is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        credential = try AppleSignInRequest(json: json)
        profile = try json.optionalObject("profile") ?? [:]
        onConflict = try json.choice("onConflict", of: ConflictPolicy.self) ?? .fail
    }

    /// The request as a JSON object, with profile and policy beside the credential's members.
    public var json: JSONObject {
        var json = credential.json
        if !profile.members.isEmpty { json["profile"] = .object(profile) }
        if onConflict != .fail { json["onConflict"] = .string(onConflict.rawValue) }
        return json
    }
}

/// The body of `POST /v1/me/identities`: a code from `/authorize`. The client opened that page with the parameter
/// `link`, a nonce that it requested with `POST /v1/challenges` and the access token of the session that links.
public struct LinkCodeRequest: WireBody {
    /// The code. It can be used once, within a minute.
    public let code: Secret
    /// The PKCE verifier (RFC 7636) of the challenge that `/authorize` was opened with.
    public let codeVerifier: Secret
    /// The redirect URI that the code was issued for, byte for byte.
    public let redirectURI: String
    /// The profile fields of a guest who is upgraded; empty for any other user.
    public let profile: JSONObject
    /// The policy for an identity that already has an account.
    public let onConflict: ConflictPolicy

    /// Creates a request. A conflict with another account is by default an error.
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

    /// Parses the request; throws if the code, the verifier or the redirect URI is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        code = try json.secret("code")
        codeVerifier = try json.secret("codeVerifier")
        redirectURI = try json.string("redirectURI")
        guard !redirectURI.isEmpty else { throw BodyError("redirectURI", .invalid) }
        profile = try json.optionalObject("profile") ?? [:]
        onConflict = try json.choice("onConflict", of: ConflictPolicy.self) ?? .fail
    }

    /// The request as a JSON object, without an empty profile and without the default policy.
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

/// The body of `POST /v1/me/merge`: the user's decision about an identity that already has an account.
public struct MergeRequest: WireBody {
    /// The ticket of a `credential_in_use` response, issued to the caller's session.
    public let ticket: Secret
    /// The user's choice: keep the current account, switch to the other account, or merge both.
    public let choice: ConflictChoice

    /// Creates a request that resolves the conflict of the ticket.
    public init(ticket: Secret, choice: ConflictChoice) {
        self.ticket = ticket
        self.choice = choice
    }

    /// Parses the request; throws if the ticket or the choice is missing, or the choice is unknown.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        guard let choice = try json.choice("choice", of: ConflictChoice.self) else {
            throw BodyError("choice", .missing)
        }
        self.choice = choice
    }

    /// The request as a JSON object, with the ticket in plain text.
    public var json: JSONObject { ["ticket": .string(ticket.exposed), "choice": .string(choice.rawValue)] }
}

/// The response of `POST` and `PUT /v1/me/password`, and of the routes that link an identity, resolve a conflict or
/// undo a merge.
public struct LinkResponse: WireBody {
    /// The outcome of the request; `linked` after a password was added or changed.
    public let outcome: UpgradeOutcome
    /// The tokens to continue with: those of a new session if a guest was upgraded, or if the user is now in another
    /// account.
    public let tokens: TokenResponse
    /// The user that the session belongs to after the request.
    public let user: UserBody
    /// The seconds for which the merge can be undone; nil if there was no merge or it cannot be undone.
    public let undoExpiresIn: Int?

    /// Creates a response; omit the time for an undo if nothing can be undone.
    public init(outcome: UpgradeOutcome, tokens: TokenResponse, user: UserBody, undoExpiresIn: Int? = nil) {
        self.outcome = outcome
        self.tokens = tokens
        self.user = user
        self.undoExpiresIn = undoExpiresIn
    }

    /// Parses the response; throws if the outcome, the tokens or the user is missing, or a member is invalid.
    public init(json: JSONObject) throws(BodyError) {
        guard let outcome = try json.choice("outcome", of: UpgradeOutcome.self) else {
            throw BodyError("outcome", .missing)
        }
        self.outcome = outcome
        tokens = try TokenResponse(json: json)
        user = try UserBody(json: json.object("user"))
        undoExpiresIn = try json.optionalInteger("undoExpiresIn")
    }

    /// The response as a JSON object: the tokens' members, then the outcome, the user, and the time for an undo.
    public var json: JSONObject {
        var json = tokens.json
        json["outcome"] = .string(outcome.rawValue)
        json["user"] = .object(user.json)
        if let undoExpiresIn { json["undoExpiresIn"] = .number(JSONNumber(undoExpiresIn)) }
        return json
    }
}
