import Foundation
import SesameCore

/// The count of a message toward the caps of the day, in the transaction that creates the message.
struct MessageRequestCount: Sendable {
    struct Entry: Sendable {
        let counter: MessageCounter
        let cap: Int
        /// The detail of the event that a reached cap records. It does not contain the recipient.
        let detail: String
    }

    /// The counters, in the order of their checks.
    let entries: [Entry]
    let now: Date
    let context: RequestContext

    /// Counts the message in all counters, and returns nil. If a counter has reached its cap, returns the error instead
    /// and counts nothing. Records an event for each counter that reaches its cap with this message.
    func run(_ transaction: any StorageTransaction) throws(StorageError) -> AccountError? {
        var reached: [Entry] = []
        for entry in entries {
            let count = try transaction.messageCount(of: entry.counter)
            guard count < entry.cap else { return .capReached(entry.counter.rule, at: now) }
            if count + 1 == entry.cap { reached.append(entry) }
        }
        for entry in entries { try transaction.countMessage(in: entry.counter) }
        for entry in reached {
            try transaction.insert(
                SecurityEvent(
                    kind: .messageCapReached, app: entry.counter.app, account: nil, session: nil, at: now,
                    context: context, detail: entry.detail))
        }
        return nil
    }
}

/// A factory for the counters of a message, in which recipients appear only as keyed digests.
struct MessageCounters: Sendable {
    let key: DerivedKey

    /// Returns the counters that a requested message increments, with their caps; nil if no cap applies. The counters
    /// do not depend on whether the recipient has an account.
    func tally(
        _ order: OneTimeCodeRequest, of app: App, by rules: MessageRules, at now: Date, context: RequestContext
    ) -> MessageRequestCount? {
        let channel = MessageChannel(order.kind)
        // A Firebase tenant's messages count toward its project.
        let (app, day) = (app.configuredAppID, now.utcDay)
        let entries = MessageCaps.Rule.all(of: channel).compactMap { rule -> MessageRequestCount.Entry? in
            guard let cap = rules.cap(of: rule, in: app) else { return nil }
            let detail = "\(channel.rawValue)_\(rule.scope.rawValue)"
            switch rule.scope {
            case .receiver:
                let digest = receiver(of: order, channel, in: app, on: day)
                return .init(counter: .init(app: app, day: day, rule: rule, key: digest), cap: cap, detail: detail)
            case .country:
                let code = PhoneNumber(order.name)?.countryCode ?? ""
                let counter = MessageCounter(app: app, day: day, rule: rule, key: Array((code + order.shared).utf8))
                return .init(counter: counter, cap: cap, detail: "\(detail)_\(code)")
            case .app:
                let counter = MessageCounter(app: app, day: day, rule: rule, key: Array(order.shared.utf8))
                return .init(counter: counter, cap: cap, detail: detail)
            }
        }
        return entries.isEmpty ? nil : MessageRequestCount(entries: entries, now: now, context: context)
    }

    /// Returns a keyed digest of the message's recipient. It includes the day, so that rows of two days cannot be
    /// linked.
    private func receiver(
        of order: OneTimeCodeRequest, _ channel: MessageChannel, in app: AppID, on day: Int
    ) -> [UInt8] {
        key.code(for: "\(day)\0\(app)\0\(channel.rawValue)\0\(order.askers)\0\(order.receiver)".utf8)
    }
}

extension CodeService {
    /// Creates a code and, if the server sends it, its message, in one transaction. Returns the code; nil if no account
    /// can use it.
    func run(_ issue: CodeIssueTransaction) async throws(AccountError) -> IssuedCode? {
        let outcome = try await write { transaction throws(StorageError) in try issue.run(transaction) }
        if case .failure(let refusal) = outcome, let rule = refusal.cap { observe(.messageCapped(rule)) }
        return try outcome.get()
    }
}

extension RateLimiter {
    /// Counts a code against the limits of its recipient and, for a client's request, of the client. Throws
    /// `rate_limited` beyond a limit.
    func admitCode(_ order: OneTimeCodeRequest, in app: AppID, from address: ClientAddress?) throws(AccountError) {
        try admitCode(
            to: "\(order.receiver) \(order.askers)", by: MessageChannel(order.kind), in: app, from: address)
    }
}

extension MessageChannel {
    /// Creates the channel for codes: SMS for phone numbers, email otherwise.
    init(_ kind: LocalCredential.Kind) {
        self = kind == .phone ? .sms : .email
    }
}

extension OneTimeCodeRequest {
    /// The recipient in the form that limits count: the phone number, or the email address without a `+` suffix.
    var receiver: String { kind == .email ? EmailAddress(name)?.mailbox ?? name : name }

    /// The group of callers to which the request belongs, for example `session` or `code device`. Each group has its
    /// own limits for a recipient, so that strangers cannot use up the limits of callers whom the server knows better.
    /// Any caller can request a sign-in code for an address, and any user can request a change to any address.
    var askers: String {
        let device = isOfKnownDevice ? " device" : ""
        if reachesEnrolledFactor { return "factor" + device }
        if purpose == .changeEmail || purpose == .secondFactor { return "next" }
        return session != nil ? "session" : "code" + device
    }

    /// The suffix of the keys of the country's and the app's counter: texts to enrolled second factors, and emails
    /// requested in a session or by a known device, have counters of their own.
    fileprivate var shared: String {
        if reachesEnrolledFactor { return " factor" }
        return kind == .email && (session != nil || isOfKnownDevice) ? " known" : ""
    }
}

extension EmailAddress {
    /// The address without the `+` suffix of its local part, because most providers treat such addresses as one
    /// mailbox.
    fileprivate var mailbox: String {
        let name = localPart.prefix { $0 != "+" }
        return name.isEmpty ? description : String(name) + description.dropFirst(localPart.count)
    }
}

extension Date {
    private static let secondsOfDay = 86_400

    /// The number of whole days since 1970, in UTC.
    var utcDay: Int { Int((Double(secondsSince1970) / Double(Self.secondsOfDay)).rounded(.down)) }

    /// The number of seconds until the next UTC day: at least one.
    var secondsToNextUTCDay: Int { (utcDay + 1) * Self.secondsOfDay - secondsSince1970 }
}

extension AccountError {
    /// Returns the error for a message over its daily cap.
    fileprivate static func capReached(_ rule: MessageCaps.Rule, at now: Date) -> AccountError {
        AccountError(.rateLimited, rule.reason, retryAfter: now.secondsToNextUTCDay).with(rule)
    }
}
