import Foundation

extension Session {
    /// Returns the time after a recorded use in which further uses are not recorded, in seconds: a day, or a quarter of
    /// the idle limit if that is shorter.
    static func touchInterval(_ policy: SessionPolicy) -> TimeInterval { min(86_400, policy.idleTimeout / 4) }

    /// Records that a client without refresh tokens has used the session, and extends its idle limit; returns false if
    /// a recent use makes this unnecessary.
    ///
    /// The first use is always recorded: from then on a repeated sign-in no longer counts as a retry after a lost
    /// response.
    mutating func touch(_ policy: SessionPolicy, at now: Date) -> Bool {
        let isFirst = acknowledge(generation)
        guard isFirst || now.timeIntervalSince(refreshedAt) >= Self.touchInterval(policy) else { return false }
        extend(policy, at: now)
        return true
    }

    /// Extends the idle limit, but never beyond the session's absolute expiry.
    mutating func extend(_ policy: SessionPolicy, at now: Date) {
        refreshedAt = max(refreshedAt, now)
        idleExpiresAt = max(idleExpiresAt, min(expiresAt, now.addingTimeInterval(policy.idleTimeout)))
    }
}
