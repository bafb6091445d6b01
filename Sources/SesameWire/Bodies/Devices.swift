public import SesameCore

/// The platform of a device, shown to the device's owner in a list.
public enum DevicePlatform: String, Sendable, CaseIterable {
    /// An iPhone or an iPad.
    case ios
    /// A Mac.
    case macos
    /// An Android phone or tablet.
    case android
    /// A browser.
    case web
}

/// The body of `PUT /v1/me/devices/{installation}`: the push address of the caller's device.
public struct DeviceRequest: WireBody {
    /// The kind of token or id in ``value``, for example `fcm_token`.
    public let kind: DeviceKind
    /// The push token or id. The server registers it for the owner of the access token.
    public let value: Secret
    /// The device's platform, shown to the user in a list; nil if the client does not report it.
    public let platform: DevicePlatform?

    /// Creates a request for the caller's own device; the platform is optional.
    public init(kind: DeviceKind, value: Secret, platform: DevicePlatform? = nil) {
        self.kind = kind
        self.value = value
        self.platform = platform
    }

    /// Parses the request; throws if the kind or the value is missing, or if the kind or the platform is unknown.
    public init(json: JSONObject) throws(BodyError) {
        guard let kind = try json.choice("kind", of: DeviceKind.self) else { throw BodyError("kind", .missing) }
        self.kind = kind
        value = try json.secret("value")
        platform = try json.choice("platform", of: DevicePlatform.self)
    }

    /// The request as a JSON object, with the push token or id in plain text.
    public var json: JSONObject {
        var json: JSONObject = ["kind": .string(kind.rawValue), "value": .string(value.exposed)]
        json.set("platform", platform?.rawValue)
        return json
    }
}

/// One of the user's devices, as shown to its owner. It never contains the token or id for push notifications.
public struct DeviceBody: WireBody {
    /// The installation's id, as the device chose it.
    public let installation: String
    /// The kind of the device's push token or id, for example `apns`.
    public let kind: DeviceKind
    /// The platform; nil if the device did not report it.
    public let platform: DevicePlatform?
    /// True if the device belongs to the requesting session.
    public let isCurrent: Bool
    /// The id of the session that the device belongs to. The registration ends with the session.
    public let sessionID: String
    /// The time of the first registration, in seconds since 1970.
    public let creationTime: Int
    /// The time of the last registration, in seconds since 1970.
    public let refreshTime: Int
    /// The time at which the device is removed unless it registers again, in seconds since 1970.
    public let expirationTime: Int

    /// Creates the description of a device, with all times in seconds since 1970.
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

    /// Parses the description; throws if a member except the platform is missing, or a member is invalid.
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

    /// The description as a JSON object, without the platform if it is nil.
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

/// The response of `GET /v1/me/devices`.
public struct DeviceListResponse: WireBody {
    /// The devices, latest registration first.
    public let devices: [DeviceBody]

    /// Creates a response with devices in the given order.
    public init(devices: [DeviceBody]) {
        self.devices = devices
    }

    /// Parses the response; throws if the list is missing, or a device is invalid.
    public init(json: JSONObject) throws(BodyError) {
        var devices: [DeviceBody] = []
        for object in try json.objects("devices") { devices.append(try DeviceBody(json: object)) }
        self.devices = devices
    }

    /// The response as a JSON object with the list of devices.
    public var json: JSONObject { ["devices": .array(devices.map { .object($0.json) })] }
}
