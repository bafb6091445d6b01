public import SesameCore

/// One of a person's sessions, as its owner sees it. Holds no token material.
public struct SessionBody: WireBody {
    /// The session's id.
    public let id: String
    /// True if it is the session that asks.
    public let isCurrent: Bool
    /// The sign-in method, for example `google`.
    public let method: String
    /// The sign-in, in seconds since 1970.
    public let creationTime: Int
    /// The last refresh, in seconds since 1970.
    public let lastRefreshTime: Int
    /// The expiry unless it is refreshed before, in seconds since 1970.
    public let expirationTime: Int

    /// Makes the body.
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

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        isCurrent = try json.bool("isCurrent")
        method = try json.string("method")
        creationTime = try json.integer("creationTime")
        lastRefreshTime = try json.integer("lastRefreshTime")
        expirationTime = try json.integer("expirationTime")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        [
            "id": .string(id), "isCurrent": .bool(isCurrent), "method": .string(method),
            "creationTime": .number(JSONNumber(creationTime)), "lastRefreshTime": .number(JSONNumber(lastRefreshTime)),
            "expirationTime": .number(JSONNumber(expirationTime)),
        ]
    }
}

/// Answer of `GET /v1/sessions`.
public struct SessionListAnswer: WireBody {
    /// The live sessions, newest first.
    public let sessions: [SessionBody]

    /// Makes the answer.
    public init(sessions: [SessionBody]) {
        self.sessions = sessions
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        var sessions: [SessionBody] = []
        for object in try json.objects("sessions") { sessions.append(try SessionBody(json: object)) }
        self.sessions = sessions
    }

    /// The answer as it is sent.
    public var json: JSONObject { ["sessions": .array(sessions.map { .object($0.json) })] }
}
