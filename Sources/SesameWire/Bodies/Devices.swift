public import SesameCore

/// The platform of a device, so that its owner knows it again in a list.
public enum DevicePlatform: String, Sendable, CaseIterable {
    /// An iPhone or an iPad.
    case ios
    /// A Mac.
    case macos
    /// An Android device.
    case android
    /// A browser.
    case web
}

/// Body of `PUT /v1/me/devices/{installation}`: where pushes for the caller's session arrive.
public struct DeviceRequest: WireBody {
    /// The kind of ``value``.
    public let kind: DeviceKind
    /// The token or id. Whose it is follows from the access token, never from the body.
    public let value: Secret
    /// The platform of the device.
    public let platform: DevicePlatform?

    /// Makes the request.
    public init(kind: DeviceKind, value: Secret, platform: DevicePlatform? = nil) {
        self.kind = kind
        self.value = value
        self.platform = platform
    }

    /// Reads the request.
    public init(json: JSONObject) throws(BodyError) {
        guard let kind = try json.choice("kind", of: DeviceKind.self) else { throw BodyError("kind", .missing) }
        self.kind = kind
        value = try json.secret("value")
        platform = try json.choice("platform", of: DevicePlatform.self)
    }

    /// The request as it is sent.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind.rawValue), "value": .string(value.exposed)]
        json.set("platform", platform?.rawValue)
        return json
    }
}

/// One of a person's devices, as its owner sees it. Never holds the token or id that pushes are sent to.
public struct DeviceBody: WireBody {
    /// The installation's id, as the device chose it.
    public let installation: String
    /// The kind of its push address.
    public let kind: DeviceKind
    /// The platform, if it said so.
    public let platform: DevicePlatform?
    /// True if it is the device of the session that asks.
    public let isCurrent: Bool
    /// The session that it belongs to, and ends with.
    public let sessionID: String
    /// The first registration, in seconds since 1970.
    public let creationTime: Int
    /// The last registration, in seconds since 1970.
    public let refreshTime: Int
    /// The time at which it is removed unless it is registered again, in seconds since 1970.
    public let expirationTime: Int

    /// Makes the body.
    public init(
        installation: String, kind: DeviceKind, platform: DevicePlatform?, isCurrent: Bool, sessionID: String,
        creationTime: Int, refreshTime: Int, expirationTime: Int
    ) {
        self.installation = installation
        self.kind = kind
        self.platform = platform
        self.isCurrent = isCurrent
        self.sessionID = sessionID
        self.creationTime = creationTime
        self.refreshTime = refreshTime
        self.expirationTime = expirationTime
    }

    /// Reads the body.
    public init(json: JSONObject) throws(BodyError) {
        installation = try json.string("installation")
        guard let kind = try json.choice("kind", of: DeviceKind.self) else { throw BodyError("kind", .missing) }
        self.kind = kind
        platform = try json.choice("platform", of: DevicePlatform.self)
        isCurrent = try json.bool("isCurrent")
        sessionID = try json.string("sessionID")
        creationTime = try json.integer("creationTime")
        refreshTime = try json.integer("refreshTime")
        expirationTime = try json.integer("expirationTime")
    }

    /// The body as it is sent.
    public var json: JSONObject {
        var json: JSONObject = [
            "installation": .string(installation), "kind": .string(kind.rawValue), "isCurrent": .bool(isCurrent),
            "sessionID": .string(sessionID), "creationTime": .number(JSONNumber(creationTime)),
            "refreshTime": .number(JSONNumber(refreshTime)), "expirationTime": .number(JSONNumber(expirationTime)),
        ]
        json.set("platform", platform?.rawValue)
        return json
    }
}

/// Answer of `GET /v1/me/devices`.
public struct DeviceListAnswer: WireBody {
    /// The devices, the one registered last first.
    public let devices: [DeviceBody]

    /// Makes the answer.
    public init(devices: [DeviceBody]) {
        self.devices = devices
    }

    /// Reads the answer.
    public init(json: JSONObject) throws(BodyError) {
        var devices: [DeviceBody] = []
        for object in try json.objects("devices") { devices.append(try DeviceBody(json: object)) }
        self.devices = devices
    }

    /// The answer as it is sent.
    public var json: JSONObject { ["devices": .array(devices.map { .object($0.json) })] }
}
