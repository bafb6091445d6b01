import SesameCore
import SesameWire

/// A limiter of requests, sign-ins, changes, guesses and codes, by the rules of ``RateLimitRule``.
///
/// The limiter uses a monotonic clock, so a change of the wall clock neither blocks nor admits any client. The counters
/// are in memory only and are lost with the process.
package final class RateLimiter: Sendable {
    private let rules: [CountedRule]
    private let ofApps: [AppID: RateLimitSettings]
    private let start: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let seed = UInt64.random(in: .min ... .max)
    private let isExempt: @Sendable (ClientAddress) -> Bool
    private let observer: (@Sendable (RateLimitRule) -> Void)?
    private let passwords: Locked<PasswordThrottle>

    /// Creates a limiter with empty counters.
    ///
    /// - Parameters:
    ///   - settings: The server's limits.
    ///   - apps: The limits of single apps that differ from the server's.
    ///   - room: The number of slots for senders in each table of counters; tables of the limits by app have at most
    ///     1,024.
    ///   - isExempt: Returns true if the limits by address do not apply to an address.
    ///   - observer: Receives the rule of each refusal; it must be quick.
    package init(
        _ settings: RateLimitSettings = RateLimitSettings(), apps: [AppID: RateLimitSettings] = [:], room: Int = 16_384,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        isExempt: @escaping @Sendable (ClientAddress) -> Bool = { _ in false },
        observer: (@Sendable (RateLimitRule) -> Void)? = nil
    ) {
        rules = RateLimitRule.allCases.map { CountedRule(settings[$0], room: $0.isOfApps ? min(room, 1_024) : room) }
        passwords = Locked(PasswordThrottle(room: room))
        ofApps = apps
        start = now()
        self.now = now
        self.isExempt = isExempt
        self.observer = observer
    }

    /// Counts a request from an address. Throws if it exceeds the limit, or if too many credentials from the address
    /// were refused.
    package func admit(_ address: ClientAddress) throws(AccountError) {
        if isExempt(address) { return }
        let now = elapsed
        let (refusals, requests) = (self[.refusals], self[.requests])
        let sender = Sender(address, seed)
        let blocked = refusals.table.withLock { refusals.verdict(sender, $0, at: now) }
        try demand(blocked, by: .refusals)
        try demand(requests.table.withLock { requests.admit(sender, &$0, at: now) }, by: .requests)
    }

    /// Counts a refused credential from an address; too many of them block its requests.
    package func countRefusedCredential(of address: ClientAddress) {
        if isExempt(address) { return }
        let (now, rule, sender) = (elapsed, self[.refusals], Sender(address, seed))
        rule.table.withLock { rule.count(sender, &$0, at: now) }
    }

    /// Counts a guest account or a password sign-up before the account is created; throws if it exceeds the limit of
    /// the address or the app.
    func admitGuest(of app: AppID, from address: ClientAddress?) throws(AccountError) {
        try admit(.guests, from: address)
        // Last, so that a refused request does not use up the limit that the app's users share.
        try admit(.guestsOfApp, of: app)
    }

    /// Counts a credential before it is checked; throws if it exceeds the limit of the address or the app.
    func admitCredential(of app: AppID, from address: ClientAddress?) throws(AccountError) {
        try admit(.credentialsFromAddress, from: address)
        // Last, so that a flood does not use up the limit that the app's users share.
        try admit(.credentialsOfApp, of: app)
    }

    /// Counts a refresh of a session; throws if it exceeds the session's limit.
    func admitRefresh(of session: SessionID) throws(AccountError) {
        try admit(.refreshes, session.description, by: self[.refreshes].limit)
    }

    /// Counts a change that a user makes to the account; throws if it exceeds the account's limit.
    func admitChange(of account: AccountID) throws(AccountError) {
        try admit(.changes, account.description, by: self[.changes].limit)
    }

    /// Returns the user's remaining quota of changes to the account.
    func allowance(of account: AccountID) -> RemainingQuota {
        let (now, rule) = (elapsed, self[.changes])
        return rule.table.withLock { $0.allowance(sender(account.description), by: rule.limit, at: now) }
    }

    /// Counts a code before it is sent; throws if it exceeds the limit of the address or the recipient.
    ///
    /// - Parameters:
    ///   - receiver: The recipient, followed by the group of callers that may request the code, such as `session`; each
    ///     such pair has its own limit.
    ///   - address: The address that sent the request; nil if no client requested the code.
    func admitCode(
        to receiver: String, by channel: MessageChannel, in app: AppID, from address: ClientAddress?
    ) throws(AccountError) {
        try admit(.codesFromAddress, from: address)
        try admit(channel == .sms ? .textsFromAddress : .mailsFromAddress, from: address)
        try admit(.codes, "\(app) \(receiver)", by: self[.codes].limit)
    }

    /// Returns the counters' key for an attempt at a name's password or code.
    ///
    /// - Parameter device: The known device that makes the attempt; nil for an unknown device.
    func guess(
        at name: String, in app: AppID, from address: ClientAddress?, by device: KnownDevice? = nil
    ) -> Guess {
        Guess(at: name, in: app, from: address, by: device, seed)
    }

    /// Counts an attempt as a failure; throws if it has to wait.
    func count(_ guess: Guess) throws(AccountError) {
        let now = elapsed
        try demand(passwords.withLock { $0.admit(guess, at: now) }, by: .passwords)
    }

    /// Removes an attempt from the counted failures, because its password or code was never checked.
    func giveBack(_ guess: Guess) {
        passwords.withLock { $0.giveBack(guess) }
    }

    /// Removes the counted failures after a successful attempt.
    func noteRight(_ guess: Guess) {
        passwords.withLock { $0.forget(guess) }
    }

    /// Removes the failures counted for an email address after a password reset with an emailed code.
    func noteRightGuess(of name: String, in app: AppID, from address: ClientAddress?) {
        noteRight(guess(at: name, in: app, from: address))
    }

    /// Returns the remaining quota of a rule that counts addresses; nil if the address is exempt.
    package func allowance(of address: ClientAddress, by rule: RateLimitRule) -> RemainingQuota? {
        if isExempt(address) { return nil }
        let (now, rule, sender) = (elapsed, self[rule], Sender(address, seed))
        return rule.table.withLock { rule.allowance(sender, $0, at: now) }
    }

    // MARK: Counting

    private subscript(rule: RateLimitRule) -> CountedRule { rules[rule.rawValue] }

    /// The nanoseconds since the limiter was created.
    private var elapsed: Int64 {
        let (seconds, attoseconds) = start.duration(to: now()).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private func admit(_ rule: RateLimitRule, from address: ClientAddress?) throws(AccountError) {
        guard let address, !isExempt(address) else { return }
        let (now, counted, sender) = (elapsed, self[rule], Sender(address, seed))
        try demand(counted.table.withLock { counted.admit(sender, &$0, at: now) }, by: rule)
    }

    private func admit(_ rule: RateLimitRule, of app: AppID) throws(AccountError) {
        try admit(rule, app.description, by: ofApps[app]?.limits[rule] ?? self[rule].limit)
    }

    private func admit(_ rule: RateLimitRule, _ id: String, by limit: RateLimit) throws(AccountError) {
        let (now, sender) = (elapsed, sender(id))
        try demand(self[rule].table.withLock { $0.admit(sender, by: limit, at: now) }, by: rule)
    }

    /// Returns the counters' key for an id: a hash that outsiders cannot predict.
    private func sender(_ id: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(id)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private func demand(_ verdict: RateLimitDecision, by rule: RateLimitRule) throws(AccountError) {
        guard case .refused(let seconds) = verdict else { return }
        observer?(rule)
        throw AccountError(.rateLimited, rule.reason, retryAfter: seconds)
    }
}

/// The counters' keys for an address: one for the subscriber, one for the network.
private struct Sender {
    let subscriber: UInt64
    let network: UInt64

    init(_ address: ClientAddress, _ seed: UInt64) {
        subscriber = address.subscriber.hash(seed)
        network = address.network.hash(seed)
    }
}

/// A rule's limits for a subscriber and for a network, with the counters.
private struct CountedRule: Sendable {
    let limit: RateLimit
    let networkLimit: RateLimit
    let table: Locked<RateLimitTable>

    init(_ limit: RateLimit, room: Int) {
        self.limit = limit
        networkLimit = limit.times(ClientAddress.networkAllowance)
        table = Locked(RateLimitTable(room: room))
    }

    func verdict(_ sender: Sender, _ table: RateLimitTable, at now: Int64) -> RateLimitDecision {
        table.verdict(sender.subscriber, by: limit, at: now)
            .and(table.verdict(sender.network, by: networkLimit, at: now))
    }

    func allowance(_ sender: Sender, _ table: RateLimitTable, at now: Int64) -> RemainingQuota {
        table.allowance(sender.subscriber, by: limit, at: now)
            .and(table.allowance(sender.network, by: networkLimit, at: now))
    }

    func count(_ sender: Sender, _ table: inout RateLimitTable, at now: Int64) {
        table.count(sender.subscriber, by: limit, at: now)
        table.count(sender.network, by: networkLimit, at: now)
    }

    func admit(_ sender: Sender, _ table: inout RateLimitTable, at now: Int64) -> RateLimitDecision {
        let verdict = verdict(sender, table, at: now)
        if verdict == .admitted { count(sender, &table, at: now) }
        return verdict
    }
}
