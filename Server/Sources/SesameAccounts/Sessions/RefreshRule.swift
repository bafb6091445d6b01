import Foundation

/// The decision on a genuine refresh token.
///
/// The newest token rotates. If its immediate parent is presented while the newest is unused, this counts as a retry
/// after a lost response, and gets the same response. Any older token is a replay: the family ends.
enum RefreshDecision: Equatable {
    /// The session has moved to its next generation.
    case rotated
    /// The response of the last rotation is repeated.
    case repeated
    /// The family has ended because an old token was reused.
    case reused
    /// The session had been ended before, for this reason.
    case ended(Session.EndReason)
    /// The session has reached its idle or absolute limit.
    case expired
}

extension Session {
    /// Applies the rule to a token of the given generation.
    ///
    /// A generation beyond the newest is possible only with a database restored from a backup; the token is genuine, so
    /// the session continues from there.
    mutating func refresh(presenting presented: Int, policy: SessionPolicy, at now: Date) -> RefreshDecision {
        if let ending { return .ended(ending.reason) }
        guard isLive(at: now) else { return .expired }
        if presented == generation - 1, acknowledged < generation { return .repeated }
        guard presented >= generation else {
            ending = Ending(at: now, reason: .reuse)
            return .reused
        }
        generation = presented + 1
        acknowledged = presented
        refreshedAt = now
        idleExpiresAt = min(expiresAt, now.addingTimeInterval(policy.idleLife))
        return .rotated
    }

    /// Records the use of an access token of this generation; returns false if the use was known.
    ///
    /// From then on the parent token counts as a replay, not as a retry.
    mutating func acknowledge(_ used: Int) -> Bool {
        guard used > acknowledged else { return false }
        acknowledged = used
        return true
    }

    /// Ends the session; does nothing if it has ended.
    mutating func end(_ reason: EndReason, at now: Date) {
        if ending == nil { ending = Ending(at: now, reason: reason) }
    }
}
