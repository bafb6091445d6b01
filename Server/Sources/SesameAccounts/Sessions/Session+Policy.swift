import Foundation

extension Session {
    /// Creates a session that begins now and lasts as long as the policy's absolute and idle limits allow.
    init(
        id: SessionID, app: AppID, account: AccountID, method: AuthenticationMethod, policy: SessionPolicy, at now: Date
    ) {
        self.init(
            id: id, app: app, account: account, method: method, createdAt: now, authTime: now, refreshedAt: now,
            generation: 0, acknowledgedGeneration: -1, expiresAt: now.addingTimeInterval(policy.absoluteTimeout),
            idleExpiresAt: now.addingTimeInterval(min(policy.idleTimeout, policy.absoluteTimeout)))
    }

    /// Records that the user has presented a second factor, which counts as an authentication and extends the idle
    /// limit.
    mutating func show(_ factor: VerifiedFactor, _ policy: SessionPolicy, at now: Date) {
        secondFactor = .verified(factor)
        authTime = max(now, authTime)
        extend(policy, at: now)
    }
}
