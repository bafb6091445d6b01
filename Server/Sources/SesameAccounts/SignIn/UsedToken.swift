public import Foundation

/// A provider's token that has signed somebody in over a contract without a server's nonce. Kept until the token
/// expires, so that it cannot do so again.
public struct UsedToken: Sendable, Equatable {
    /// For how long a repetition is taken for a request whose answer was lost, in seconds.
    public static let grace: TimeInterval = 60
    /// The oldest such token that is accepted, in seconds since it was issued.
    public static let maximumAge: TimeInterval = 10 * 60

    /// SHA-256 of the token's decoded parts: the same for every spelling of one token.
    public let digest: [UInt8]
    /// The app that it signed in to.
    public let app: AppID
    /// The session that it began.
    public let session: SessionID
    /// When it was used.
    public let usedAt: Date
    /// When the token itself expires.
    public let expiresAt: Date

    /// Makes the record.
    public init(digest: [UInt8], app: AppID, session: SessionID, usedAt: Date, expiresAt: Date) {
        self.digest = digest
        self.app = app
        self.session = session
        self.usedAt = usedAt
        self.expiresAt = expiresAt
    }
}
