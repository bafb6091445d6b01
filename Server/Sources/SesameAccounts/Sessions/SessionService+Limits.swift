extension SessionService {
    /// Counts a token that the caller has made of the session, as a change to the account is counted.
    ///
    /// - Returns: What is left; nil where nothing is counted.
    package func admitToken(of caller: Caller) throws(Refusal) -> RateAllowance? {
        try limiter?.admitChange(of: caller.session.account)
        return limiter?.allowance(of: caller.session.account)
    }
}
