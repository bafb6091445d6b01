public import SesameCore

/// The body of `POST /v1/sessions/refresh`.
public struct RefreshRequest: WireBody {
    /// The newest refresh token of the session.
    public let refreshToken: Secret

    /// Creates a request with the session's newest refresh token.
    public init(refreshToken: Secret) {
        self.refreshToken = refreshToken
    }

    /// Parses the request; throws if `refreshToken` is missing or empty.
    public init(json: JSONObject) throws(BodyError) {
        refreshToken = try json.secret("refreshToken")
    }

    /// The request as a JSON object, with the token in plain text.
    public var json: JSONObject { ["refreshToken": .string(refreshToken.exposed)] }
}

/// The tokens of a session: the response of a refresh and of a reauthentication, and a part of the responses of a
/// sign-in and of a link.
public struct TokenResponse: WireBody {
    /// The token for `Authorization: Bearer`.
    public let accessToken: Secret
    /// The seconds until the access token expires.
    public let expiresIn: Int
    /// The token for the next refresh. Store it before you use the access token.
    public let refreshToken: Secret
    /// The id of the session that the tokens belong to.
    public let sessionID: String

    /// Creates a response; `expiresIn` is the access token's remaining lifetime in seconds.
    public init(accessToken: Secret, expiresIn: Int, refreshToken: Secret, sessionID: String) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.sessionID = sessionID
    }

    /// Parses the response; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        accessToken = try json.secret("accessToken")
        expiresIn = try json.integer("expiresIn")
        refreshToken = try json.secret("refreshToken")
        sessionID = try json.string("sessionID")
    }

    /// The response as a JSON object. It also contains `tokenType`, which is always `Bearer`.
    public var json: JSONObject {
        [
            "accessToken": .string(accessToken.exposed), "tokenType": "Bearer",
            "expiresIn": .number(JSONNumber(expiresIn)), "refreshToken": .string(refreshToken.exposed),
            "sessionID": .string(sessionID),
        ]
    }
}
