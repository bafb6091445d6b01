public import SesameCore

/// The body of `POST /v1/sign-in/{provider}` for every provider except Apple.
public struct SignInRequest: WireBody {
    /// The provider's ID token.
    public let idToken: Secret
    /// The nonce of `POST /v1/challenges`, unchanged.
    public let nonce: Secret
    /// The role that the user signs in with, in apps with roles; refused if the account has another role.
    public let role: String?

    /// Creates a request with these members.
    public init(idToken: Secret, nonce: Secret, role: String? = nil) {
        self.idToken = idToken
        self.nonce = nonce
        self.role = role
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        nonce = try json.secret("nonce")
        role = try json.optionalString("role")
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed), "nonce": .string(nonce.exposed)]
        json.set("role", role)
        return json
    }
}

/// The body of `POST /v1/sign-up`: creates an account with a registration ticket.
public struct SignUpRequest: WireBody {
    /// The ticket of an `account_not_found` response.
    public let ticket: Secret
    /// The role, in apps with roles.
    public let role: String?
    /// The initial profile fields.
    public let profile: JSONObject

    /// Creates a request with these members.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }

    /// Parses the request; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        role = try json.optionalString("role")
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as a JSON object.
    public var json: JSONObject {
        var json: JSONObject = ["ticket": .string(ticket.exposed), "profile": .object(profile)]
        json.set("role", role)
        return json
    }
}

/// The response of every sign-in and sign-up.
public struct SignInResponse: WireBody {
    /// The session's tokens.
    public let tokens: TokenResponse
    /// True if this request created the account.
    public let isNewUser: Bool
    /// The user who signed in.
    public let user: UserBody

    /// Creates a response with these members.
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

    /// The response as a JSON object: the tokens' members, then the user.
    public var json: JSONObject {
        var json = tokens.json
        json["isNewUser"] = .bool(isNewUser)
        json["user"] = .object(user.json)
        return json
    }
}
