package import Foundation
package import SesameCore
package import SesameWire

/// A device that receives a user's push notifications: one installation of the app, bound to the session that
/// registered it.
///
/// Installation ids are unique per account, and push addresses are unique per app: a device belongs to the session that
/// registered it last.
package struct Device: Sendable, Equatable {
    package let app: AppID
    /// The account of the user who receives the notifications.
    package let account: AccountID
    /// The session that registered the device. The device is removed when the session ends.
    package let session: SessionID
    /// The installation's id, chosen by the device. Other accounts never see it.
    package let installation: String
    /// The kind of the push address: an FCM token, a Firebase installation id or an APNs token.
    package let kind: DeviceKind
    /// A unique, keyed digest of app, kind and address. The server finds a device by this digest, because the address
    /// itself is stored only encrypted.
    package let digest: [UInt8]
    /// The encrypted address; see ``PushTokenCipher``.
    package let sealed: [UInt8]
    /// The platform; nil if the device did not state it.
    package let platform: DevicePlatform?
    /// The time of the first registration.
    package let createdAt: Date
    /// The time of the last registration.
    package let refreshedAt: Date
    /// The time at which the device is removed unless it is registered again.
    package let expiresAt: Date

    package init(
        app: AppID, account: AccountID, session: SessionID, installation: String, kind: DeviceKind, digest: [UInt8],
        sealed: [UInt8], platform: DevicePlatform?, createdAt: Date, refreshedAt: Date, expiresAt: Date
    ) {
        self.app = app
        self.account = account
        self.session = session
        self.installation = installation
        self.kind = kind
        self.digest = digest
        self.sealed = sealed
        self.platform = platform
        self.createdAt = createdAt
        self.refreshedAt = refreshedAt
        self.expiresAt = expiresAt
    }

    /// The maximum number of devices of an account. One more device replaces the device that was registered longest
    /// ago.
    static let maxPerAccount = 100

    /// Returns true if the text is a valid installation id: up to 128 letters, digits, `-`, `.`, `_` and `~`.
    static func isInstallation(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
