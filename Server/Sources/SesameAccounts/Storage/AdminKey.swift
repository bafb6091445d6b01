package import Foundation

/// A key of the operator's: what lets a program use the admin API. The key itself is not kept, only its digest; 256
/// random bits need no slow hash.
package struct AdminKey: Sendable, Equatable {
    /// The id: a part of the key, so that a key that was found tells which one it is.
    package let id: String
    /// What the operator calls it.
    package let name: String
    /// SHA-256 of the key.
    package let digest: [UInt8]
    /// What it is good for.
    package let scopes: Set<AdminScope>
    /// The apps that it is good for; nil for all, and for what concerns no app.
    package let apps: Set<AppID>?
    /// When it was made.
    package let createdAt: Date
    /// When it ends.
    package var expiresAt: Date
    /// When it was last used, to about ten minutes.
    package var lastUsedAt: Date?
    /// When it was revoked, if so.
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

    /// Whether it lets anybody in.
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
