import Foundation

/// The decision on a genuine refresh token.
///
/// The newest token rotates. If its immediate parent is presented while the newest is unused, or within the leeway
/// after the rotation, this counts as a retry, and returns the newest refresh token again. Any older token is a replay:
/// the family ends.
enum RefreshDecision: Equatable {
    /// The session has moved to its next generation.
    case rotated
    /// The token counts as a retry: the client gets the newest refresh token again, with a new access token.
    case repeated
    /// The family has ended because an old token was reused.
    case reused
    /// The session had been ended before, for the given reason.
    case ended(Session.EndReason)
    /// The session has reached its idle or absolute limit.
    case expired
}

extension Session {
    /// Applies the rule of ``RefreshDecision`` to a token of the given generation, and updates the session accordingly.
    ///
    /// A generation beyond the newest is possible only with a database restored from a backup; the token is genuine, so
    /// the session continues from there.
    mutating func refresh(presenting presented: Int, policy: SessionPolicy, at now: Date) -> RefreshDecision {
        if let termination { return .ended(termination.reason) }
        guard isLive(at: now) else { return .expired }
        if presented == generation - 1, acknowledgedGeneration < generation || isWithinLeeway(of: policy, at: now) {
            return .repeated
        }
        guard presented >= generation else {
            termination = Termination(at: now, reason: .reuse)
            return .reused
        }
        generation = presented + 1
        acknowledgedGeneration = presented
        (refreshedAt, rotatedAt) = (now, now)
        idleExpiresAt = min(expiresAt, now.addingTimeInterval(policy.idleTimeout))
        return .rotated
    }

    /// Returns true if the last rotation is less than the policy's leeway ago.
    ///
    /// The times are compared in milliseconds, as they are stored. A rotation in the future, from before the clock was
    /// set back, opens no leeway.
    private func isWithinLeeway(of policy: SessionPolicy, at now: Date) -> Bool {
        guard let rotatedAt else { return false }
        let elapsed = now.millisecondsSince1970 - rotatedAt.millisecondsSince1970
        return elapsed >= 0 && Double(elapsed) < policy.refreshLeeway * 1000
    }

    /// Records the use of an access token of the given generation; returns false if a use of that or a later generation
    /// was recorded before.
    ///
    /// From then on, once the leeway has passed, the parent token counts as a replay, not as a retry.
    mutating func acknowledge(_ used: Int) -> Bool {
        guard used > acknowledgedGeneration else { return false }
        acknowledgedGeneration = used
        return true
    }

    /// Ends the session; a session that has ended keeps its reason.
    mutating func end(_ reason: EndReason, at now: Date) {
        if termination == nil { termination = Termination(at: now, reason: reason) }
    }
}
