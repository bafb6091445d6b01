extension SessionService {
    /// Counts the issue of a token for the caller's session, like a change of the account; throws if it exceeds the
    /// limit.
    ///
    /// - Returns: The remaining quota; nil if the server has no limits.
    package func admitToken(of caller: Caller) throws(AccountError) -> RemainingQuota? {
        try limiter?.admitChange(of: caller.session.account)
        return limiter?.allowance(of: caller.session.account)
    }
}
