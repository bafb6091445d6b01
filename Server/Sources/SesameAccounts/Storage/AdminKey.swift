package import Foundation

/// A key of the operator's: what lets a program use the admin API. The key itself is not kept, only its digest; 256
/// random bits need no slow hash.
package struct AdminKey: Sendable, Equatable {
    /// The id: a part of the key, so that a key that was found tells which one it is.
    package let id: String
    /// The operator's name for it.
    package let name: String
    /// SHA-256 of the key.
    package let digest: [UInt8]
    /// Its scopes.
    package let scopes: Set<AdminScope>
    /// The apps that it is good for; nil for all, and for what concerns no app.
    package let apps: Set<AppID>?
    /// The time at which it was created.
    package let createdAt: Date
    /// The time at which it expires.
    package var expiresAt: Date
    /// The last use, to about ten minutes.
    package var lastUsedAt: Date?
    /// The time at which it was revoked.
    package var revokedAt: Date?

    /// Makes a key's record.
    package init(
        id: String, name: String, digest: [UInt8], scopes: Set<AdminScope>, apps: Set<AppID>?, createdAt: Date,
        expiresAt: Date, lastUsedAt: Date? = nil, revokedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.digest = digest
        self.scopes = scopes
        self.apps = apps
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }

    /// Returns true if it lets anybody in.
    package func isLive(at now: Date) -> Bool { revokedAt == nil && now < expiresAt }

    /// Returns true if the key can make any other key. While such a key is live, the server offers no first key.
    func makesOthers(at now: Date) -> Bool { isLive(at: now) && scopes.contains(.keysWrite) && apps == nil }

    /// For how long a use is not noted again, in seconds.
    static let useInterval: TimeInterval = 600
    /// The greatest life of a key, in days.
    package static let greatestDays = 400
    /// The life of a key if nothing is said, in days.
    package static let usualDays = 90
}
