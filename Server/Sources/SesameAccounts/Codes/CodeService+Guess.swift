extension CodeService {
    /// Checks a password, code or second factor, throttled after wrong attempts.
    ///
    /// The attempt is counted as a failure before it is checked, so that parallel attempts cannot exceed the limit. A
    /// correct attempt resets the count; an attempt that was never checked, because `work` threw, is removed from the
    /// count. Attempts of a device that has signed in with the address's password before have their own count; see
    /// ``KnownDevice``.
    ///
    /// - Parameter name: The address, number or account whose secret is checked; nil for secrets that cannot be
    ///   guessed.
    func guessing<Value: Sendable>(
        of name: String?, in app: AppID, context: RequestContext,
        _ work: () async throws(AccountError) -> Result<Value, AccountError>
    ) async throws(AccountError) -> Value {
        guard let name, let limiter else { return try await work().get() }
        let guess = limiter.guess(
            at: name, in: app, from: context.client,
            by: try await knownDevice(presenting: context.device, for: name, in: app))
        try limiter.count(guess)
        let outcome: Result<Value, AccountError>
        do throws(AccountError) {
            outcome = try await work()
        } catch {
            limiter.giveBack(guess)
            throw error
        }
        if case .success = outcome { limiter.noteRight(guess) }
        return try outcome.get()
    }
}
