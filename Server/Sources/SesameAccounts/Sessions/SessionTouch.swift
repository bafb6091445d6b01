import Foundation

extension Session {
    /// Returns the time for which further uses are not recorded, in seconds: a day, or a quarter of a shorter idle
    /// limit.
    static func touchInterval(_ policy: SessionPolicy) -> TimeInterval { min(86_400, policy.idleTimeout / 4) }

    /// Records that a client without refresh tokens has used the session, and extends its idle limit; returns false if
    /// a use was recorded recently.
    ///
    /// The first use is recorded at once: from then on a repeated sign-in no longer counts as a retry after a lost
    /// response.
    mutating func touch(_ policy: SessionPolicy, at now: Date) -> Bool {
        let isFirst = acknowledge(generation)
        guard isFirst || now.timeIntervalSince(refreshedAt) >= Self.touchInterval(policy) else { return false }
        extend(policy, at: now)
        return true
    }

    /// Extends the idle limit, never beyond the session's expiry.
    mutating func extend(_ policy: SessionPolicy, at now: Date) {
        refreshedAt = max(refreshedAt, now)
        idleExpiresAt = max(idleExpiresAt, min(expiresAt, now.addingTimeInterval(policy.idleTimeout)))
    }
}
