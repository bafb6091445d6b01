public import Foundation
public import SesameCore

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

/// A key that was just made, with the text that its bearer presents: the only time that it is there.
public struct NewAdminKey: Sendable {
    /// The key's record.
    public let key: AdminKey
    /// The key.
    public let text: Secret
}

/// A key as its bearer presents it: `sk_`, the id, `_`, and 256 random bits, all in letters and digits, so that one
/// double click takes it and a scanner for secrets knows it.
struct AdminKeyText {
    static let prefix = "sk_"
    private static let idLength = 13
    private static let secretLength = 52

    let id: String
    let digest: [UInt8]

    /// Reads what was presented; nil when it has another form.
    init?(_ presented: Secret) {
        let bytes = Array(presented.exposed.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("sk".utf8), parts[1].count == Self.idLength,
            parts[2].count == Self.secretLength
        else { return nil }
        id = String(decoding: parts[1], as: UTF8.self)
        digest = SesameAccounts.digest(bytes)
    }

    /// Whether this is the key of that record, in a time that does not depend on where they differ.
    func opens(_ key: AdminKey) -> Bool {
        key.digest.count == digest.count && zip(key.digest, digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A new key.
    static func make(_ environment: Environment) -> (id: String, text: Secret) {
        let id = Base32.encode(environment.randomBytes(8))
        return (id, Secret("\(prefix)\(id)_\(Base32.encode(environment.randomBytes(32)))"))
    }
}
