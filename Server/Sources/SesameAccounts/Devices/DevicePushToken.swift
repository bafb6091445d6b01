package import SesameCore

/// A device's FCM token, FCM installation id (FID) or APNs token.
package struct DevicePushToken: Sendable, Equatable {
    package let kind: DeviceKind
    package let value: Secret

    /// Creates a push token or id; nil if the value is not valid for the kind.
    package init?(_ kind: DeviceKind, _ value: Secret) {
        guard kind.allows(value.exposed) else { return nil }
        self.kind = kind
        self.value = value
    }
}

extension DeviceKind {
    /// The maximum length of an FCM token, in bytes; the usual length is about 160.
    private static let maxBytes = 4096

    /// Returns true if the value has allowed characters and an allowed length for the kind. The lengths are generous,
    /// because the services may change the form of their tokens.
    fileprivate func allows(_ value: String) -> Bool {
        let bytes = value.utf8
        switch self {
        case .fcmToken:
            return (1...Self.maxBytes).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7e).contains($0) }
        case .fcmFID: return (1...128).contains(bytes.count) && bytes.allSatisfy(Self.isOfBase64URL)
        case .apns:
            return (16...400).contains(bytes.count) && bytes.count.isMultiple(of: 2) && bytes.allSatisfy(Self.isHex)
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    private static func isOfBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
