public import SesameCore

/// The body of `POST /v1/sign-in/{provider}` for every provider except Apple.
public struct SignInRequest: WireBody {
    /// The ID token that the provider issued for the nonce.
    public let idToken: Secret
    /// The nonce from `POST /v1/challenges`, unhashed, even if the token contains its hash.
    public let nonce: Secret
    /// The role, in apps with roles. A new account gets it; the server refuses a role that an existing account does not
    /// have.
    public let role: String?

    /// Creates a request; only apps with roles need the role.
    public init(idToken: Secret, nonce: Secret, role: String? = nil) {
        self.idToken = idToken
        self.nonce = nonce
        self.role = role
    }

    /// Parses the request; throws if the token or the nonce is missing or empty.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        nonce = try json.secret("nonce")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object; a nil role is left out.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed), "nonce": .string(nonce.exposed)]
        json.set("role", role)
        return json
    }
}

/// The body of `POST /v1/sign-up`, which creates an account with a registration ticket.
public struct SignUpRequest: WireBody {
    /// The ticket of an `account_not_found` response.
    public let ticket: Secret
    /// The new account's role, which apps with roles require.
    public let role: String?
    /// The new account's initial profile fields, as entered in the registration form.
    public let profile: JSONObject

    /// Creates a request, by default without a role and without profile fields.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }

    /// Parses the request; throws if `ticket` is missing or empty.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        role = try json.optionalString("role")
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as a JSON object; a nil role is left out.
    public var json: JSONObject {
        var json: JSONObject = ["ticket": .string(ticket.exposed), "profile": .object(profile)]
        json.set("role", role)
        return json
    }
}

/// The response of the native routes that sign in or sign up.
public struct SignInResponse: WireBody {
    /// The new session's tokens. In JSON, their members stand beside `isNewUser` and `user`.
    public let tokens: TokenResponse
    /// True if this request created the account.
    public let isNewUser: Bool
    /// The account of the user who signed in.
    public let user: UserBody

    /// Creates the response of a successful sign-in or sign-up.
    public init(tokens: TokenResponse, isNewUser: Bool, user: UserBody) {
        self.tokens = tokens
        self.isNewUser = isNewUser
        self.user = user
    }

    /// Parses the response; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        tokens = try TokenResponse(json: json)
        isNewUser = try json.bool("isNewUser")
        user = try UserBody(json: json.object("user"))
    }

    /// The response as a JSON object: the tokens' members, `isNewUser` and `user`.
    public var json: JSONObject {
        var json = tokens.json
        json["isNewUser"] = .bool(isNewUser)
        json["user"] = .object(user.json)
        return json
    }
}
