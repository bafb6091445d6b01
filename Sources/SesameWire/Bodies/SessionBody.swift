public import SesameCore

/// One of the user's sessions, as shown to its owner. It contains no tokens.
public struct SessionBody: WireBody {
    /// The session's id, as in the path `/v1/sessions/{id}`.
    public let id: String
    /// True if the request was made in this session.
    public let isCurrent: Bool
    /// The sign-in method, for example `google`.
    public let method: String
    /// The time of the sign-in, in seconds since 1970.
    public let creationTime: Int
    /// The time of the last refresh, or of the last recorded use by a client that never refreshes, in seconds since
    /// 1970.
    public let lastRefreshTime: Int
    /// The session's expiry in seconds since 1970, absolute or idle, whichever is earlier. A refresh postpones only the
    /// idle one.
    public let expirationTime: Int

    /// Creates a body; all times are in seconds since 1970.
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

    /// The body as a JSON object. All members are always present.
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

    /// Creates a response with sessions in the given order.
    public init(sessions: [SessionBody]) {
        self.sessions = sessions
    }

    /// Parses the response; throws if a member is missing or invalid.
    public init(json: JSONObject) throws(BodyError) {
        var sessions: [SessionBody] = []
        for object in try json.objects("sessions") { sessions.append(try SessionBody(json: object)) }
        self.sessions = sessions
    }

    /// The response as a JSON object with the one member `sessions`.
    public var json: JSONObject { ["sessions": .array(sessions.map { .object($0.json) })] }
}
