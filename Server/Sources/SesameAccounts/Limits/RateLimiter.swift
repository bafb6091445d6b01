import SesameCore
import SesameWire

/// Keeps count of who sends what, and says when it is too much.
///
/// Time is a clock that only goes forward, so setting the wall clock back neither shuts anybody out nor lets them in.
/// What is counted is forgotten with the process: a limit is a brake, not a punishment.
package final class RateLimiter: Sendable {
    private let rules: [CountedRule]
    private let ofApps: [AppID: LimitSettings]
    private let start: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let seed = UInt64.random(in: .min ... .max)
    private let isExempt: @Sendable (ClientAddress) -> Bool
    private let observer: (@Sendable (LimitRule) -> Void)?
    private let passwords: Locked<PasswordBrake>

    /// A limiter that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - settings: The server's limits.
    ///   - apps: Limits of single apps, where they are not the server's.
    ///   - room: How many senders each rule keeps apart; sixteen bytes each.
    ///   - isExempt: True if what an address sends is not counted by address.
    ///   - observer: Told of each refusal; it must be quick.
    package init(
        _ settings: LimitSettings = LimitSettings(), apps: [AppID: LimitSettings] = [:], room: Int = 16_384,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        isExempt: @escaping @Sendable (ClientAddress) -> Bool = { _ in false },
        observer: (@Sendable (LimitRule) -> Void)? = nil
    ) {
        rules = LimitRule.allCases.map { CountedRule(settings[$0], room: $0.isOfApps ? min(room, 1_024) : room) }
        passwords = Locked(PasswordBrake(room: room))
        ofApps = apps
        start = now()
        self.now = now
        self.isExempt = isExempt
        self.observer = observer
    }

    /// Counts a request of an address, unless it is one too many or the address has had too many credentials refused.
    package func admit(_ address: ClientAddress) throws(Refusal) {
        if isExempt(address) { return }
        let now = elapsed
        let (refusals, requests) = (self[.refusals], self[.requests])
        let sender = Sender(address, seed)
        let blocked = refusals.table.withLock { refusals.verdict(sender, $0, at: now) }
        try demand(blocked, by: .refusals)
        try demand(requests.table.withLock { requests.admit(sender, &$0, at: now) }, by: .requests)
    }

    /// Counts a credential of an address that was refused.
    package func noteRefusal(of address: ClientAddress) {
        if isExempt(address) { return }
        let (now, rule, sender) = (elapsed, self[.refusals], Sender(address, seed))
        rule.table.withLock { rule.count(sender, &$0, at: now) }
    }

    /// Counts a guest's account that is about to be made.
    func admitGuest(of app: AppID, from address: ClientAddress?) throws(Refusal) {
        try admit(.guests, from: address)
        // Last, so that who is turned away takes nothing from the app's other people.
        try admit(.guestsOfApp, of: app)
    }

    /// Counts a credential that is about to be checked.
    func admitCredential(of app: AppID, from address: ClientAddress?) throws(Refusal) {
        try admit(.credentialsFromAddress, from: address)
        // Last, so that a flood takes nothing from the app's other people.
        try admit(.credentialsOfApp, of: app)
    }

    /// Counts a refresh of a session.
    func admitRefresh(of session: SessionID) throws(Refusal) {
        try admit(.refreshes, session.description, by: self[.refreshes].limit)
    }

    /// Counts a change that a person makes to the account.
    func admitChange(of account: AccountID) throws(Refusal) {
        try admit(.changes, account.description, by: self[.changes].limit)
    }

    /// Returns the changes that a user may still make to the account.
    func allowance(of account: AccountID) -> RateAllowance {
        let (now, rule) = (elapsed, self[.changes])
        return rule.table.withLock { $0.allowance(sender(account.description), by: rule.limit, at: now) }
    }

    /// Counts a code that is about to be sent.
    ///
    /// - Parameters:
    ///   - receiver: Where it goes, and who asks: each such pair has a limit of its own.
    ///   - address: Where the request comes from; nil where no client asks.
    func admitCode(
        to receiver: String, by channel: MessageChannel, in app: AppID, from address: ClientAddress?
    ) throws(Refusal) {
        try admit(.codesFromAddress, from: address)
        try admit(channel == .text ? .textsFromAddress : .mailsFromAddress, from: address)
        try admit(.codes, "\(app) \(receiver)", by: self[.codes].limit)
    }

    /// An attempt at a name's password or code, as it is counted.
    ///
    /// - Parameter device: The known device that attempts it, if it is one.
    func guess(
        at name: String, in app: AppID, from address: ClientAddress?, by device: KnownDevice? = nil
    ) -> Guess {
        Guess(at: name, in: app, from: address, by: device, seed)
    }

    /// Counts an attempt as a failure, unless it has to wait.
    func count(_ guess: Guess) throws(Refusal) {
        let now = elapsed
        try demand(passwords.withLock { $0.admit(guess, at: now) }, by: .passwords)
    }

    /// Uncounts an attempt that was never checked.
    func giveBack(_ guess: Guess) {
        passwords.withLock { $0.giveBack(guess) }
    }

    /// Forgets the wrong attempts, after the right one.
    func noteRight(_ guess: Guess) {
        passwords.withLock { $0.forget(guess) }
    }

    /// Forgets the wrong attempts at a name's password or code, after a right one that could not be guessed.
    func noteRightGuess(of name: String, in app: AppID, from address: ClientAddress?) {
        noteRight(guess(at: name, in: app, from: address))
    }

    /// Returns the rest of a rule that counts addresses; nil if the address is exempt.
    package func allowance(of address: ClientAddress, by rule: LimitRule) -> RateAllowance? {
        if isExempt(address) { return nil }
        let (now, rule, sender) = (elapsed, self[rule], Sender(address, seed))
        return rule.table.withLock { rule.allowance(sender, $0, at: now) }
    }

    // MARK: Counting

    private subscript(rule: LimitRule) -> CountedRule { rules[rule.rawValue] }

    /// Nanoseconds since the start.
    private var elapsed: Int64 {
        let (seconds, attoseconds) = start.duration(to: now()).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private func admit(_ rule: LimitRule, from address: ClientAddress?) throws(Refusal) {
        guard let address, !isExempt(address) else { return }
        let (now, counted, sender) = (elapsed, self[rule], Sender(address, seed))
        try demand(counted.table.withLock { counted.admit(sender, &$0, at: now) }, by: rule)
    }

    private func admit(_ rule: LimitRule, of app: AppID) throws(Refusal) {
        try admit(rule, app.description, by: ofApps[app]?.limits[rule] ?? self[rule].limit)
    }

    private func admit(_ rule: LimitRule, _ id: String, by limit: RateLimit) throws(Refusal) {
        let (now, sender) = (elapsed, sender(id))
        try demand(self[rule].table.withLock { $0.admit(sender, by: limit, at: now) }, by: rule)
    }

    /// Returns the counter's key for an id.
    private func sender(_ id: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(id)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private func demand(_ verdict: RateVerdict, by rule: LimitRule) throws(Refusal) {
        guard case .refused(let seconds) = verdict else { return }
        observer?(rule)
        throw Refusal(.rateLimited, rule.reason, retryAfter: seconds)
    }
}

/// An address as it is counted.
private struct Sender {
    let subscriber: UInt64
    let network: UInt64

    init(_ address: ClientAddress, _ seed: UInt64) {
        subscriber = address.subscriber.hash(seed)
        network = address.network.hash(seed)
    }
}

/// One rule: its limit, and who has sent how much.
private struct CountedRule: Sendable {
    let limit: RateLimit
    let networkLimit: RateLimit
    let table: Locked<LimitTable>

    init(_ limit: RateLimit, room: Int) {
        self.limit = limit
        networkLimit = limit.times(ClientAddress.networkAllowance)
        table = Locked(LimitTable(room: room))
    }

    func verdict(_ sender: Sender, _ table: LimitTable, at now: Int64) -> RateVerdict {
        table.verdict(sender.subscriber, by: limit, at: now)
            .and(table.verdict(sender.network, by: networkLimit, at: now))
    }

    func allowance(_ sender: Sender, _ table: LimitTable, at now: Int64) -> RateAllowance {
        table.allowance(sender.subscriber, by: limit, at: now)
            .and(table.allowance(sender.network, by: networkLimit, at: now))
    }

    func count(_ sender: Sender, _ table: inout LimitTable, at now: Int64) {
        table.count(sender.subscriber, by: limit, at: now)
        table.count(sender.network, by: networkLimit, at: now)
    }

    func admit(_ sender: Sender, _ table: inout LimitTable, at now: Int64) -> RateVerdict {
        let verdict = verdict(sender, table, at: now)
        if verdict == .admitted { count(sender, &table, at: now) }
        return verdict
    }
}
