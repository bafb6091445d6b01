public import SesameCore

/// Body of `POST /v1/sign-in/google`.
public struct SignInRequest: WireBody {
    /// The provider's ID token.
    public let idToken: Secret
    /// The nonce of `POST /v1/challenges`, as it was received.
    public let nonce: Secret
    /// The role that the person signs in for, in apps with roles; another one is refused.
    public let role: String?

    /// Makes the request.
    public init(idToken: Secret, nonce: Secret, role: String? = nil) {
        self.idToken = idToken
        self.nonce = nonce
        self.role = role
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        idToken = try json.secret("idToken")
        nonce = try json.secret("nonce")
        role = try json.optionalString("role")
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["idToken": .string(idToken.exposed), "nonce": .string(nonce.exposed)]
        json.set("role", role)
        return json
    }
}

/// Body of `POST /v1/sign-up`: turns a registration ticket into an account.
public struct SignUpRequest: WireBody {
    /// The ticket of an `account_not_found` answer.
    public let ticket: Secret
    /// The role, in apps with roles.
    public let role: String?
    /// The profile's first fields.
    public let profile: JSONObject

    /// Makes the request.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        ticket = try json.secret("ticket")
        role = try json.optionalString("role")
        profile = try json.optionalObject("profile") ?? [:]
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["ticket": .string(ticket.exposed), "profile": .object(profile)]
        json.set("role", role)
        return json
    }
}

/// Answer of every sign-in and sign-up.
public struct SignInAnswer: WireBody {
    /// The session's tokens.
    public let tokens: TokenAnswer
    /// True if this request made the account.
    public let isNewUser: Bool
    /// The user who signed in.
    public let user: UserBody

    /// Makes the answer.
    public init(tokens: TokenAnswer, isNewUser: Bool, user: UserBody) {
        self.tokens = tokens
        self.isNewUser = isNewUser
        self.user = user
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        tokens = try TokenAnswer(json: json)
        isNewUser = try json.bool("isNewUser")
        user = try UserBody(json: json.object("user"))
    }

    /// The answer as it is sent: the tokens' members, then the person.
    public var json: JSONObject {
        var json = tokens.json
        json["isNewUser"] = .bool(isNewUser)
        json["user"] = .object(user.json)
        return json
    }
}
