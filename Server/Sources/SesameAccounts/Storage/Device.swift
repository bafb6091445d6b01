package import Foundation
package import SesameCore
package import SesameWire

/// A device at which a person's pushes arrive: one installation of the app, bound to the session that registered it.
///
/// An account has at most one device of an installation's id, and an app at most one of a push address: a device that
/// changes hands belongs to the session that registered it last.
package struct Device: Sendable, Equatable {
    package let app: AppID
    /// The session's account.
    package let account: AccountID
    /// The session that registered it. With the session's end the device is gone.
    package let session: SessionID
    /// The installation's id, chosen by the device. It says nothing to other accounts.
    package let installation: String
    /// The kind of its address.
    package let kind: DeviceKind
    /// A keyed digest of app, kind and address: finds the address without telling it. Unique.
    package let digest: [UInt8]
    /// The address, sealed; see ``DeviceSafe``.
    package let sealed: [UInt8]
    /// The platform, if it said so.
    package let platform: DevicePlatform?
    /// The first registration.
    package let createdAt: Date
    /// The last registration.
    package let refreshedAt: Date
    /// The time at which it is removed unless it is registered again.
    package let expiresAt: Date

    /// Makes a device.
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

    /// The most devices of an account; one more replaces the one registered longest ago.
    static let greatestCount = 100

    /// Returns true if a text can be an installation's id: up to 128 letters, digits, `-`, `.`, `_` and `~`.
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
