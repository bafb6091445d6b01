package import Foundation

/// A provider's token that has been used. Kept until the token expires, so that it cannot be used again.
package struct UsedToken: Sendable, Equatable {
    /// For how long a repetition is taken for a request whose answer was lost, in seconds.
    package static let grace: TimeInterval = 60
    /// The oldest token that is accepted without a nonce, in seconds since it was issued.
    package static let maximumAge: TimeInterval = 10 * 60

    /// The digest of a token: the same for every spelling of one token.
    package struct Key: Sendable, Equatable {
        /// SHA-256 of the token's decoded parts.
        package let digest: [UInt8]
        /// The time at which it can be forgotten: the token can no longer be used in any case.
        package let expiresAt: Date

        /// Makes the key.
        package init(digest: [UInt8], expiresAt: Date) {
            self.digest = digest
            self.expiresAt = expiresAt
        }
    }

    /// The digest of the token.
    package let key: Key
    /// The app that it was used for.
    package let app: AppID
    /// The session that it began or confirmed.
    package let session: SessionID
    /// Until when a repetition may answer with the same session; nil when it may not.
    package let repeatableUntil: Date?

    /// Makes the record.
    package init(key: Key, app: AppID, session: SessionID, repeatableUntil: Date?) {
        self.key = key
        self.app = app
        self.session = session
        self.repeatableUntil = repeatableUntil
    }

    /// Returns true if a use at this time may repeat the answer of the first. A clock that was set back does not count.
    func isRepeatable(at now: Date) -> Bool {
        guard let repeatableUntil else { return false }
        return (0...Self.grace).contains(repeatableUntil.timeIntervalSince(now))
    }
}
