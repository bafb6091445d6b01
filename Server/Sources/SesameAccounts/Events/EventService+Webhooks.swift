import Foundation
import SesameCore
import SesameTokens
import SesameWire

extension EventService {
    /// Adds the events since the last call to the outbox, for each subscribed webhook, at most
    /// ``WebhookDelivery/batch`` per webhook.
    ///
    /// Events are written with the change that they describe, so the outbox only has to follow them: webhooks do not
    /// make a sign-in slower, and no event of an acknowledged change is lost.
    package func enqueueWebhookDeliveries() async throws(AccountError) {
        guard !webhooks.isEmpty else { return }
        let (positions, last) = try await read { reader throws(StorageError) in
            (try reader.webhookPositions(), try reader.events(matching: EventQuery(limit: 1)).events.first?.number ?? 0)
        }
        let known = Set(webhooks.all.map(\.id))
        let isNew = webhooks.all.contains { positions[$0.id] == nil }
        let isBehind = webhooks.all.contains { (positions[$0.id] ?? last) < last }
        guard isNew || isBehind || !known.isSuperset(of: positions.keys) else { return }
        let (all, now) = (webhooks.all, environment.now)
        try await write { transaction throws(StorageError) in
            for id in positions.keys where !known.contains(id) { try transaction.setPosition(nil, ofWebhook: id) }
            for webhook in all { try transaction.announce(to: webhook, last: last, at: now) }
        }
    }

    /// Delivers one event to one webhook, for a job of the outbox. Throws ``JobRetryRequest`` if the delivery fails.
    func deliverWebhook(_ job: Job) async throws -> JobResult {
        guard let order = WebhookDelivery(job.key), let webhook = webhooks[order.webhook], let sender = webhooks.sender,
            let event = try await event(order.event)
        else { return .skipped }
        let now = environment.now
        guard now < event.event.at.addingTimeInterval(WebhookDelivery.patience) else {
            sender.gaveUp(event.id, to: webhook)
            return .skipped
        }
        let body = JSONValue.object(EventBody(event).json).serialized()
        let answer = await sender.send(
            WebhookMessage(
                id: event.id, body: body,
                signature: WebhookSignature(of: body, at: now, with: webhook.secrets).headerValue),
            to: webhook)
        guard case .failed(let word, let retryAfter) = answer else { return .responded }
        let chance = Double(environment.randomBytes(1)[0]) / 255
        let delay = max(
            min(Job.delay(afterFailures: job.failures + 1, chance: chance), WebhookDelivery.maxDelay),
            min(retryAfter ?? 0, WebhookDelivery.maxDelay))
        throw JobRetryRequest(
            until: environment.now.addingTimeInterval(delay), because: WebhookDeliveryError(word, webhook),
            isReached: false)
    }

    private func event(_ number: Int64) async throws(StorageError) -> SequencedEvent? {
        let page = try await storage.read { reader throws(StorageError) in
            try reader.events(matching: EventQuery(position: .after(number - 1), limit: 1))
        }
        return page.events.first.flatMap { $0.number == number ? $0 : nil }
    }
}

extension StorageTransaction {
    /// Adds the webhook's next events to the outbox. For a new webhook it only stores the position, so that earlier
    /// events are never delivered to it.
    fileprivate func announce(to webhook: Webhook, last: Int64, at now: Date) throws(StorageError) {
        guard let position = try webhookPositions()[webhook.id] else {
            return try setPosition(last, ofWebhook: webhook.id)
        }
        let page = try events(
            matching: EventQuery(kinds: webhook.kinds ?? [], position: .after(position), limit: WebhookDelivery.batch))
        for numbered in page.events where webhook.wants(numbered.event) {
            let order = WebhookDelivery(webhook: webhook.id, event: numbered.number)
            try insert(Job(kind: .deliverWebhook, destination: webhook.id, key: order.key, dueAt: now))
        }
        if let next = page.next, next > position { try setPosition(next, ofWebhook: webhook.id) }
    }
}

/// The delivery of one event to one webhook, as stored in the outbox.
struct WebhookDelivery: Equatable {
    /// The maximum number of events that enter the outbox at once for a webhook.
    static let batch = 200
    /// The time after an event during which its delivery is retried, in seconds.
    static let patience: TimeInterval = 3 * 86_400
    static let maxDelay: TimeInterval = 3_600

    let webhook: String
    let event: Int64

    init(webhook: String, event: Int64) {
        self.webhook = webhook
        self.event = event
    }

    /// Parses the key of an outbox job; nil if the key is invalid.
    init?(_ key: String) {
        let parts = key.split(separator: " ")
        guard parts.count == 2, let event = Int64(parts[1]) else { return nil }
        self.init(webhook: String(parts[0]), event: event)
    }

    var key: String { "\(webhook) \(event)" }
}

/// The reason for a failed webhook delivery. It contains the webhook's host, and no secret part of the URL.
struct WebhookDeliveryError: Error, CustomStringConvertible {
    let description: String

    init(_ word: String, _ webhook: Webhook) {
        description = "\(word) from \(webhook.host)"
    }
}
