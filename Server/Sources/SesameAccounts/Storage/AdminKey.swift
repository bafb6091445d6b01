package import Foundation

/// An API key for the admin API. Only its digest is stored; a key has 256 random bits, so no slow hash is needed.
package struct AdminKey: Sendable, Equatable {
    /// The key's id. It is part of the key, so that a leaked key can be identified.
    package let id: String
    /// The name that the operator gave the key.
    package let name: String
    /// The SHA-256 digest of the key.
    package let digest: [UInt8]
    package let scopes: Set<AdminScope>
    /// The apps that the key may access; nil for all apps and for server-wide resources.
    package let apps: Set<AppID>?
    package let createdAt: Date
    package var expiresAt: Date
    /// The time of the key's last use, accurate to about ten minutes; nil if it was never used.
    package var lastUsedAt: Date?
    /// The time at which the key was revoked; nil if the key was not revoked.
    package var revokedAt: Date?

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

    /// Returns true if the key is neither revoked nor expired at the given time.
    package func isLive(at now: Date) -> Bool { revokedAt == nil && now < expiresAt }

    /// Returns true if the key is live and can create keys for all apps. While such a key exists, the server does not
    /// offer to create the first key.
    func makesOthers(at now: Date) -> Bool { isLive(at: now) && scopes.contains(.keysWrite) && apps == nil }

    /// The minimum time between two recorded uses, in seconds.
    static let useInterval: TimeInterval = 600
    /// The maximum lifetime of a key, in days.
    package static let maxLifetimeDays = 400
    /// The default lifetime of a key, in days.
    package static let defaultLifetimeDays = 90
}
