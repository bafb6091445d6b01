public import SesameCore

/// A security event, as the operator's programs and webhooks get it.
public struct EventBody: WireBody, Equatable {
    /// The id that tells the event from every other one: a message that comes again has the same.
    public let id: String
    /// The kind. New kinds may come: ignore those that you do not know.
    public let kind: String
    /// The time, in seconds since 1970.
    public let time: Int
    /// The app, if one is concerned.
    public let app: String?
    /// The account, if one is concerned.
    public let uid: String?
    /// The session, if one is concerned.
    public let sessionID: String?
    /// A word that says more.
    public let detail: String?
    /// The network that the request came from, never a whole address.
    public let network: String?
    /// The id of the admin key by which the operator did it, if it was the operator.
    public let adminKey: String?
    /// The number of occurrences, for kinds that are counted; else 1.
    public let count: Int
    /// The request that caused it, if one did.
    public let requestID: String?

    /// Makes the body.
    public init(
        id: String, kind: String, time: Int, app: String?, uid: String?, sessionID: String?, detail: String?,
        network: String?, adminKey: String?, count: Int, requestID: String?
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.app = app
        self.uid = uid
        self.sessionID = sessionID
        self.detail = detail
        self.network = network
        self.adminKey = adminKey
        self.count = count
        self.requestID = requestID
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        kind = try json.string("kind")
        time = try json.integer("time")
        app = try json.optionalString("app")
        uid = try json.optionalString("uid")
        sessionID = try json.optionalString("sessionID")
        detail = try json.optionalString("detail")
        network = try json.optionalString("network")
        adminKey = try json.optionalString("adminKey")
        count = try json.integer("count")
        requestID = try json.optionalString("requestID")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "kind": .string(kind), "time": .number(JSONNumber(time)),
            "count": .number(JSONNumber(count)),
        ]
        json.set("app", app)
        json.set("uid", uid)
        json.set("sessionID", sessionID)
        json.set("detail", detail)
        json.set("network", network)
        json.set("adminKey", adminKey)
        json.set("requestID", requestID)
        return json
    }
}

/// Something that happened to a person's own account, as they see it.
public struct ActivityBody: WireBody, Equatable {
    /// The id that tells it from every other one.
    public let id: String
    /// The kind. New kinds may come: ignore those that you do not know.
    public let kind: String
    /// The time, in seconds since 1970.
    public let time: Int
    /// The session, if one is concerned.
    public let sessionID: String?
    /// True if it was in the session that asks.
    public let isCurrent: Bool
    /// True if it was the app's operator who did it.
    public let isByOperator: Bool
    /// A word that says more, such as the way to sign in.
    public let detail: String?
    /// The network that the request came from, never a whole address.
    public let network: String?

    /// Makes the body.
    public init(
        id: String, kind: String, time: Int, sessionID: String?, isCurrent: Bool, isByOperator: Bool, detail: String?,
        network: String?
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.sessionID = sessionID
        self.isCurrent = isCurrent
        self.isByOperator = isByOperator
        self.detail = detail
        self.network = network
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        id = try json.string("id")
        kind = try json.string("kind")
        time = try json.integer("time")
        sessionID = try json.optionalString("sessionID")
        isCurrent = try json.bool("isCurrent")
        isByOperator = try json.bool("isByOperator")
        detail = try json.optionalString("detail")
        network = try json.optionalString("network")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "kind": .string(kind), "time": .number(JSONNumber(time)),
            "isCurrent": .bool(isCurrent), "isByOperator": .bool(isByOperator),
        ]
        json.set("sessionID", sessionID)
        json.set("detail", detail)
        json.set("network", network)
        return json
    }
}

/// Answer of `GET /v1/me/events`.
public struct ActivityAnswer: WireBody {
    /// The events, newest first.
    public let events: [ActivityBody]
    /// For the next page, as the parameter `cursor`; nil when there is nothing more.
    public let next: String?

    /// Makes the answer.
    public init(events: [ActivityBody], next: String?) {
        self.events = events
        self.next = next
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        var events: [ActivityBody] = []
        for object in try json.objects("events") { events.append(try ActivityBody(json: object)) }
        self.events = events
        next = try json.optionalString("next")
    }

    /// The answer as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["events": .array(events.map { .object($0.json) })]
        json.set("next", next)
        return json
    }
}
