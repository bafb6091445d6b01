public import SesameCore

/// A security event, as returned by the admin API and sent to webhooks.
public struct EventBody: WireBody, Equatable {
    /// The event's unique id; a repeated message has the same id.
    public let id: String
    /// The kind, for example `signed_in`. New kinds may be added: ignore unknown ones.
    public let kind: String
    /// The time, in seconds since 1970.
    public let time: Int
    /// The id of the app; nil for an event of the server.
    public let app: String?
    /// The id of the account; nil if the event concerns no account.
    public let uid: String?
    /// The id of the session; nil if the event concerns no session.
    public let sessionID: String?
    /// A detail that depends on the kind, for example the sign-in method, an error code or the changed fields; nil if
    /// there is none.
    public let detail: String?
    /// The network of the request, such as `203.0.113.0/24`, never a full IP address; nil if it is not stored.
    public let network: String?
    /// The id of the admin key that caused the event; nil if no admin key did.
    public let adminKey: String?
    /// The number of occurrences, for kinds that are counted; otherwise 1.
    public let count: Int
    /// The id of the request that caused the event; nil if no request did.
    public let requestID: String?

    /// Creates an event for the admin API or a webhook, with the time in seconds since 1970.
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

    /// Parses the event; throws if the id, the kind, the time or the count is missing, or a member is invalid.
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

    /// The event as a JSON object, without members that are nil.
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

/// An event of the user's own account, as shown to the user.
public struct ActivityBody: WireBody, Equatable {
    /// The event's unique id.
    public let id: String
    /// The kind, for example `signed_in`. New kinds may be added: ignore unknown ones.
    public let kind: String
    /// The time, in seconds since 1970.
    public let time: Int
    /// The id of the session; nil if the event concerns no session.
    public let sessionID: String?
    /// True if the event belongs to the requesting session.
    public let isCurrent: Bool
    /// True if the event was caused with an admin key, by the app's operator or back end.
    public let isByOperator: Bool
    /// A detail that depends on the kind, for example the sign-in method or the changed fields; nil if there is none.
    public let detail: String?
    /// The network of the request, such as `203.0.113.0/24`, never a full IP address; nil if it is not stored, or if
    /// ``isByOperator`` is true.
    public let network: String?

    /// Creates an event for the user's own list, with the time in seconds since 1970.
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

    /// Parses the event; throws if a member that is not optional is missing, or a member is invalid.
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

    /// The event as a JSON object, without members that are nil.
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

/// The response of `GET /v1/me/events`.
public struct ActivityResponse: WireBody {
    /// The events, newest first.
    public let events: [ActivityBody]
    /// The value of the parameter `cursor` for the next page; nil on the last page.
    public let next: String?

    /// Creates one page of events; `next` is nil for the last page.
    public init(events: [ActivityBody], next: String?) {
        self.events = events
        self.next = next
    }

    /// Parses the response; throws if the list is missing, or an event is invalid.
    public init(json: JSONObject) throws(BodyError) {
        var events: [ActivityBody] = []
        for object in try json.objects("events") { events.append(try ActivityBody(json: object)) }
        self.events = events
        next = try json.optionalString("next")
    }

    /// The response as a JSON object, without `next` on the last page.
    public var json: JSONObject {
        var json: JSONObject = ["events": .array(events.map { .object($0.json) })]
        json.set("next", next)
        return json
    }
}
