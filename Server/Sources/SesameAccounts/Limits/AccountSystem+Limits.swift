extension AccountSystem {
    /// Counts a provider's code that is about to be exchanged for the app: a request to the provider each.
    public func admitCredential(of app: App, from address: ClientAddress) throws(Refusal) {
        try limiter?.admitCredential(of: app.id, from: address)
    }
}

extension AccountSystem {
    /// Counts a token that the caller has made of the session, as a change to the account is counted.
    ///
    /// - Returns: What is left; nil where nothing is counted.
    public func admitToken(of caller: Caller) throws(Refusal) -> RateAllowance? {
        try limiter?.admitChange(of: caller.session.account)
        return limiter?.allowance(of: caller.session.account)
    }

    /// What an address has left of a rule that counts addresses; nil where nothing is counted.
    public func allowance(of address: ClientAddress?, by rule: LimitRule) -> RateAllowance? {
        address.flatMap { limiter?.allowance(of: $0, by: rule) }
    }
}
