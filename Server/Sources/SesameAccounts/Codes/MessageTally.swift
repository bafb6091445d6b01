import Foundation
import SesameCore

/// One message that is counted against the caps of its day, in the transaction that makes it.
struct MessageTally: Sendable {
    /// A counter and its cap.
    struct Entry: Sendable {
        let counter: MessageCounter
        let cap: Int
        /// A word for the event of a reached cap. It names no receiver.
        let detail: String
    }

    /// The counters, in the order in which they are checked.
    let entries: [Entry]
    let now: Date
    let context: RequestContext

    /// Counts the message by all counters, or refuses it by the first that has reached its cap; a refused message counts
    /// nowhere. The message that reaches a cap leaves an event: one for each counter.
    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Refusal? {
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

/// Makes the counters of messages.
struct MessageCounters: Sendable {
    let key: DerivedKey

    /// The tally for the message of an order; nil where nothing is capped. It is the same for a name that has an account
    /// and for one that has none.
    func tally(
        _ order: CodeOrder, of app: App, by rules: MessageRules, at now: Date, context: RequestContext
    ) -> MessageTally? {
        let channel = MessageChannel(order.kind)
        // A Firebase tenant's messages count with its project's.
        let (app, day) = (app.configured, now.utcDay)
        let entries = MessageCaps.Rule.all(of: channel).compactMap { rule -> MessageTally.Entry? in
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
        return entries.isEmpty ? nil : MessageTally(entries: entries, now: now, context: context)
    }

    /// A keyed digest of who gets the message. The day is part of it, so that the rows of two days cannot be connected.
    ///
    private func receiver(
        of order: CodeOrder, _ channel: MessageChannel, in app: AppID, on day: Int
    ) -> [UInt8] {
        key.code(for: "\(day)\0\(app)\0\(channel.rawValue)\0\(order.askers)\0\(order.receiver)".utf8)
    }
}

extension CodeService {
    /// Makes a code and its message in one transaction.
    func run(_ issue: CodeIssue) async throws(Refusal) -> IssuedCode? {
        let outcome = try await write { transaction throws(StorageError) in try issue.run(transaction) }
        if case .failure(let refusal) = outcome, let rule = refusal.cap { observe(.messageCapped(rule)) }
        return try outcome.get()
    }
}

extension RateLimiter {
    /// Counts a code that is about to be sent, for the one it goes to and, where a client asks for it, the client.
    func admitCode(_ order: CodeOrder, in app: AppID, from address: ClientAddress?) throws(Refusal) {
        try admitCode(
            to: "\(order.receiver) \(order.askers)", by: MessageChannel(order.kind), in: app, from: address)
    }
}

extension MessageChannel {
    /// The channel of codes to a login of that kind.
    init(_ kind: Login.Kind) {
        self = kind == .phone ? .text : .mail
    }
}

extension CodeOrder {
    /// The mailbox or the number that the message goes to, as it is counted.
    var receiver: String { kind == .email ? EmailAddress(name)?.mailbox ?? name : name }

    /// The kind of people who can request such a code to its receiver. Each kind has limits of its own there, so that nobody
    /// uses up the codes of people whom the server knows better. Anybody can request a sign-in code to a name, and anybody
    /// with an account can request a name as their next one.
    var askers: String {
        let device = isOfKnownDevice ? " device" : ""
        if reachesEnrolledFactor { return "factor" + device }
        if purpose == .changeEmail || purpose == .secondFactor { return "next" }
        return session != nil ? "session" : "code" + device
    }

    /// The country's and the app's counter for this order: texts to second factors, and mails for people whom the server
    /// knows, have counters of their own.
    fileprivate var shared: String {
        if reachesEnrolledFactor { return " factor" }
        return kind == .email && (session != nil || isOfKnownDevice) ? " known" : ""
    }
}

extension EmailAddress {
    /// The address without what follows a `+` in its local part: with most providers those addresses are one mailbox.
    fileprivate var mailbox: String {
        let name = localPart.prefix { $0 != "+" }
        return name.isEmpty ? description : String(name) + description.dropFirst(localPart.count)
    }
}

extension Date {
    private static let secondsOfDay = 86_400

    /// Whole days since 1970, in UTC.
    var utcDay: Int { Int((Double(secondsSince1970) / Double(Self.secondsOfDay)).rounded(.down)) }

    /// Seconds until the next UTC day begins: at least one.
    var secondsToNextUTCDay: Int { (utcDay + 1) * Self.secondsOfDay - secondsSince1970 }
}

extension Refusal {
    /// A message too many for its day.
    fileprivate static func capReached(_ rule: MessageCaps.Rule, at now: Date) -> Refusal {
        Refusal(.rateLimited, rule.reason, retryAfter: now.secondsToNextUTCDay).with(rule)
    }
}
