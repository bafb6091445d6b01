import Foundation

extension Session {
    /// For how long further uses are not noted, in seconds: a day, or a quarter of a shorter idle limit.
    static func useInterval(_ policy: SessionPolicy) -> TimeInterval { min(86_400, policy.idleLife / 4) }

    /// Notes that a client without refresh tokens has used the session, which moves its idle limit on; false when that
    /// was noted not long ago.
    ///
    /// The first use is noted at once: from then on no repetition of the sign-in is a lost answer any more.
    mutating func use(_ policy: SessionPolicy, at now: Date) -> Bool {
        let isFirst = acknowledge(generation)
        guard isFirst || now.timeIntervalSince(refreshedAt) >= Self.useInterval(policy) else { return false }
        extend(policy, at: now)
        return true
    }

    /// Moves the idle limit on, never beyond the session's end.
    mutating func extend(_ policy: SessionPolicy, at now: Date) {
        refreshedAt = max(refreshedAt, now)
        idleExpiresAt = max(idleExpiresAt, min(expiresAt, now.addingTimeInterval(policy.idleLife)))
    }
}
