public import Foundation

/// A key of the operator's: what lets a program use the admin API. The key itself is not kept, only its digest; 256
/// random bits need no slow hash.
public struct AdminKey: Sendable, Equatable {
    /// The id: a part of the key, so that a key that was found tells which one it is.
    public let id: String
    /// What the operator calls it.
    public let name: String
    /// SHA-256 of the key.
    public let digest: [UInt8]
    /// What it is good for.
    public let scopes: Set<AdminScope>
    /// The apps that it is good for; nil for all, and for what concerns no app.
    public let apps: Set<AppID>?
    /// When it was made.
    public let createdAt: Date
    /// When it ends.
    public var expiresAt: Date
    /// When it was last used, to about ten minutes.
    public var lastUsedAt: Date?
    /// When it was revoked, if so.
    public var revokedAt: Date?

    /// Makes a key's record.
    public init(
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
    public func isLive(at now: Date) -> Bool { revokedAt == nil && now < expiresAt }

    /// Returns true if the key can make any other key. While such a key is live, the server offers no first key.
    func makesOthers(at now: Date) -> Bool { isLive(at: now) && scopes.contains(.keysWrite) && apps == nil }

    /// For how long a use is not noted again, in seconds.
    static let useInterval: TimeInterval = 600
    /// The greatest life of a key, in days.
    public static let greatestDays = 400
    /// The life of a key if nothing is said, in days.
    public static let usualDays = 90
}
