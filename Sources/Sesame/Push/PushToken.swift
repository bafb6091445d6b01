public import SesameCore

/// A push service's token for this device.
public struct PushToken: Sendable, Hashable {
    /// The kind of token, which determines the push service.
    public let kind: DeviceKind
    /// The token, or the installation id for ``SesameCore/DeviceKind/fcmFID``.
    public let value: Secret

    /// Creates a token from the text that the push service's SDK has returned.
    public init(_ kind: DeviceKind, _ value: Secret) {
        self.kind = kind
        self.value = value
    }

    /// Creates a token of Apple's push service from the device token that the system passes to the app. The value has
    /// two hexadecimal digits for each byte.
    public static func apns(_ deviceToken: some Sequence<UInt8>) -> PushToken {
        let digits = Array("0123456789abcdef".utf8)
        let text = deviceToken.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return PushToken(.apns, Secret(String(decoding: text, as: UTF8.self)))
    }
}

extension PushToken: Redacted {
    /// The kind and the first characters of the token, enough to recognize it: at most six, and never more than a
    /// quarter.
    public var description: String {
        "\(kind.rawValue) \(value.exposed.prefix(min(6, value.exposed.count / 4)))…"
    }
}
