import Foundation
package import SesameCore

/// A URL of the operator's back end that receives security events.
package struct Webhook: Sendable {
    /// The webhook's id in storage: a digest of the URL. A changed URL is a new webhook, which receives only later
    /// events.
    package let id: String
    /// The webhook's URL.
    package let url: String
    /// The kinds of events that the webhook receives; nil for all.
    package let kinds: Set<SecurityEvent.Kind>?
    /// The apps whose events the webhook receives; nil for all apps and for server-wide events.
    package let apps: Set<AppID>?
    /// The secrets that sign the messages, newest first; the previous one is included during a rotation.
    package let secrets: [Secret]

    /// Creates a webhook with these values.
    package init(url: String, kinds: Set<SecurityEvent.Kind>? = nil, apps: Set<AppID>? = nil, secrets: [Secret]) {
        id = String(Base32.encode(digest(url.utf8)).prefix(16))
        self.url = url
        self.kinds = kinds
        self.apps = apps
        self.secrets = secrets
    }

    /// The receiver's host, for logs: the rest of a URL may be a secret.
    package var host: String { URLComponents(string: url)?.host ?? "?" }

    func wants(_ event: SecurityEvent) -> Bool {
        if let kinds, !kinds.contains(event.kind) { return false }
        guard let apps else { return true }
        return event.app.map(apps.contains) ?? false
    }
}

/// A sender of messages to webhooks.
package protocol WebhookSender: Sendable {
    /// Sends one message and returns the webhook's response. Failures are returned, not thrown.
    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookDeliveryResult

    /// Reports that the event with this id will never be delivered to a webhook, because deliveries failed for days.
    func gaveUp(_ event: String, to webhook: Webhook)
}

/// A message to a webhook.
package struct WebhookMessage: Sendable {
    /// The event's id, the same in every attempt.
    package let id: String
    package let body: [UInt8]
    /// The signature of the body, created again for every attempt.
    package let signature: String
}

/// A webhook's response to a message.
package enum WebhookDeliveryResult: Sendable, Equatable {
    /// The webhook accepted the message.
    case taken
    /// The delivery failed, for the named reason. The webhook may have stated the number of seconds after which to
    /// retry.
    case failed(String, retryAfter: Double?)
}

/// All webhooks of a server.
package struct Webhooks: Sendable {
    let all: [Webhook]
    let sender: (any WebhookSender)?
    let queues = WebhookQueues()

    /// Creates the set of a server's webhooks.
    package init(_ all: [Webhook] = [], sender: (any WebhookSender)? = nil) {
        self.all = all
        self.sender = sender
    }

    /// True if there is no webhook.
    package var isEmpty: Bool { all.isEmpty }

    subscript(id: String) -> Webhook? { all.first { $0.id == id } }
}
