package import Foundation

/// A provider's token that has been used. It is stored until the token expires, so that it cannot be replayed.
package struct UsedToken: Sendable, Equatable {
    /// The time, in seconds, in which a second use of a token counts as a retry after a lost response.
    package static let grace: TimeInterval = 60
    /// The maximum age, in seconds, of a token that is accepted without a nonce of this server.
    package static let maxAge: TimeInterval = 10 * 60

    /// The digest of a token. All encodings of a token have the same digest.
    package struct Key: Sendable, Equatable {
        /// SHA-256 of the token's decoded parts.
        package let digest: [UInt8]
        /// The time at which the record can be deleted, because the token can no longer be used.
        package let expiresAt: Date

        package init(digest: [UInt8], expiresAt: Date) {
            self.digest = digest
            self.expiresAt = expiresAt
        }
    }

    package let key: Key
    package let app: AppID
    /// The session that the token started or confirmed.
    package let session: SessionID
    /// The time until which a retry may return the same session; nil if it may not.
    package let repeatableUntil: Date?

    package init(key: Key, app: AppID, session: SessionID, repeatableUntil: Date?) {
        self.key = key
        self.app = app
        self.session = session
        self.repeatableUntil = repeatableUntil
    }

    /// Returns true if a use at the given time may repeat the first response. False if the clock was set back.
    func isRepeatable(at now: Date) -> Bool {
        guard let repeatableUntil else { return false }
        return (0...Self.grace).contains(repeatableUntil.timeIntervalSince(now))
    }
}
