import Foundation

/// The verdict on a genuine refresh token.
///
/// The newest token rotates. Its immediate parent, while the newest is unused, is taken for a repeated request whose
/// answer was lost, and gets the same answer. Anything older is a replay: the family ends.
enum RefreshVerdict: Equatable {
    /// The session has moved to its next generation.
    case rotated
    /// The answer of the last rotation is to be given again.
    case repeated
    /// The family has ended, because an old token came back.
    case reused
    /// The session had been ended before, for this reason.
    case ended(Session.EndReason)
    /// The session has reached its idle or absolute limit.
    case expired
}

extension Session {
    /// Applies the rule to a token of the given generation.
    ///
    /// A generation beyond the newest can only come from a database restored from a backup; the token is genuine, so
    /// the session goes on from there.
    mutating func refresh(presenting presented: Int, policy: SessionPolicy, at now: Date) -> RefreshVerdict {
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

    /// Notes that an access token of this generation was used; false when that was known.
    ///
    /// From then on the parent's replay is no lost answer any more.
    mutating func acknowledge(_ used: Int) -> Bool {
        guard used > acknowledged else { return false }
        acknowledged = used
        return true
    }

    /// Ends the session, unless it has ended.
    mutating func end(_ reason: EndReason, at now: Date) {
        if ending == nil { ending = Ending(at: now, reason: reason) }
    }
}
