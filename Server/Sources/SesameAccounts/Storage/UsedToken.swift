package import Foundation

/// A provider's token that has been used. It is stored until the token expires, so that it cannot be replayed.
package struct UsedToken: Sendable, Equatable {
    /// The time for which a replay counts as a retry after a lost response, in seconds.
    package static let grace: TimeInterval = 60
    /// The maximum age of a token that is accepted without a nonce, in seconds.
    package static let maxAge: TimeInterval = 10 * 60

    /// The digest of a token. All encodings of a token have the same digest.
    package struct Key: Sendable, Equatable {
        /// SHA-256 of the token's decoded parts.
        package let digest: [UInt8]
        /// The time at which the record can be deleted, because the token can no longer be used.
        package let expiresAt: Date

        /// Creates a key with these values.
        package init(digest: [UInt8], expiresAt: Date) {
            self.digest = digest
            self.expiresAt = expiresAt
        }
    }

    /// The digest of the token.
    package let key: Key
    /// The app in which the token was used.
    package let app: AppID
    /// The session that the token started or confirmed.
    package let session: SessionID
    /// The time until which a retry may return the same session; nil if it may not.
    package let repeatableUntil: Date?

    /// Creates a record with these values.
    package init(key: Key, app: AppID, session: SessionID, repeatableUntil: Date?) {
        self.key = key
        self.app = app
        self.session = session
        self.repeatableUntil = repeatableUntil
    }

    /// Returns true if a use at this time may repeat the first response. False if the clock was set back.
    func isRepeatable(at now: Date) -> Bool {
        guard let repeatableUntil else { return false }
        return (0...Self.grace).contains(repeatableUntil.timeIntervalSince(now))
    }
}
