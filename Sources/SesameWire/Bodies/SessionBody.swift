public import SesameCore

/// One of the user's sessions, as shown to its owner. It contains no tokens.
public struct SessionBody: WireBody {
    /// The session's id.
    public let id: String
    /// True if this is the requesting session.
    public let isCurrent: Bool
    /// The sign-in method, for example `google`.
    public let method: String
    /// The time of the sign-in, in seconds since 1970.
    public let creationTime: Int
    /// The time of the last refresh, in seconds since 1970.
    public let lastRefreshTime: Int
    /// The time at which the session expires unless it is refreshed, in seconds since 1970.
    public let expirationTime: Int

    /// Creates a body with these members.
    public init(
        id: String, isCurrent: Bool, method: String, creationTime: Int, lastRefreshTime: Int, expirationTime: Int
    ) {
        self.id = id
        self.isCurrent = isCurrent
        self.method = method
        self.creationTime = creationTime
        self.lastRefreshTime = lastRefreshTime
        self.expirationTime = expirationTime
    }

    /// Parses the body; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        isCurrent = try json.bool("isCurrent")
        method = try json.string("method")
        creationTime = try json.integer("creationTime")
        lastRefreshTime = try json.integer("lastRefreshTime")
        expirationTime = try json.integer("expirationTime")
    }

    /// The body as a JSON object.
    public var json: JSONObject {
        [
            "id": .string(id), "isCurrent": .bool(isCurrent), "method": .string(method),
            "creationTime": .number(JSONNumber(creationTime)), "lastRefreshTime": .number(JSONNumber(lastRefreshTime)),
            "expirationTime": .number(JSONNumber(expirationTime)),
        ]
    }
}

/// The response of `GET /v1/sessions`.
public struct SessionListResponse: WireBody {
    /// The live sessions, newest first.
    public let sessions: [SessionBody]

    /// Creates a response with these members.
    public init(sessions: [SessionBody]) {
        self.sessions = sessions
    }

    /// Parses the response; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        var sessions: [SessionBody] = []
        for object in try json.objects("sessions") { sessions.append(try SessionBody(json: object)) }
        self.sessions = sessions
    }

    /// The response as a JSON object.
    public var json: JSONObject { ["sessions": .array(sessions.map { .object($0.json) })] }
}
