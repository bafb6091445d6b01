public import Foundation

/// A nonce that the server gave out for one sign-in. Only its digest is kept.
public struct Challenge: Sendable, Equatable {
    /// How long a nonce can be used, in seconds.
    public static let life: TimeInterval = 10 * 60

    /// SHA-256 of the nonce.
    public let digest: [UInt8]
    /// The app that it was given out for.
    public let app: AppID
    /// When it can no longer be used.
    public let expiresAt: Date

    /// Makes a challenge.
    public init(digest: [UInt8], app: AppID, expiresAt: Date) {
        self.digest = digest
        self.app = app
        self.expiresAt = expiresAt
    }
}
