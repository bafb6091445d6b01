public import SesameCore

/// Body of `POST /v1/sessions/refresh`.
public struct RefreshRequest: WireBody {
    /// The newest refresh token of the session.
    public let refreshToken: Secret

    /// Makes the request.
    public init(refreshToken: Secret) {
        self.refreshToken = refreshToken
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        refreshToken = try json.secret("refreshToken")
    }

    /// The request as it is sent.
    public var json: JSONObject { ["refreshToken": .string(refreshToken.exposed)] }
}

/// The tokens of a session: answer of a refresh, and part of a sign-in's answer.
public struct TokenAnswer: WireBody {
    /// For `Authorization: Bearer`.
    public let accessToken: Secret
    /// Seconds until the access token expires.
    public let expiresIn: Int
    /// For the next refresh. Store it before you use the access token.
    public let refreshToken: Secret
    /// The session's id.
    public let sessionID: String

    /// Makes the answer.
    public init(accessToken: Secret, expiresIn: Int, refreshToken: Secret, sessionID: String) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.sessionID = sessionID
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        accessToken = try json.secret("accessToken")
        expiresIn = try json.integer("expiresIn")
        refreshToken = try json.secret("refreshToken")
        sessionID = try json.string("sessionID")
    }

    /// The answer as it is sent.
    public var json: JSONObject {
        [
            "accessToken": .string(accessToken.exposed), "tokenType": "Bearer",
            "expiresIn": .number(JSONNumber(expiresIn)), "refreshToken": .string(refreshToken.exposed),
            "sessionID": .string(sessionID),
        ]
    }
}
