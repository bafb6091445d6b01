import Foundation
package import SesameCore

/// A URL of the operator's back end that receives security events.
package struct Webhook: Sendable {
    /// The webhook's id in storage: a digest of the URL. A changed URL is a new webhook, which receives only later
    /// events.
    package let id: String
    package let url: String
    /// The kinds of events that the webhook receives; nil for all.
    package let kinds: Set<SecurityEvent.Kind>?
    /// The apps whose events the webhook receives; nil for all apps and for server-wide events.
    package let apps: Set<AppID>?
    /// The secrets that sign the messages, newest first; the previous one is included during a rotation.
    package let secrets: [Secret]

    package init(url: String, kinds: Set<SecurityEvent.Kind>? = nil, apps: Set<AppID>? = nil, secrets: [Secret]) {
        id = String(Base32.encode(digest(url.utf8)).prefix(16))
        self.url = url
        self.kinds = kinds
        self.apps = apps
        self.secrets = secrets
    }

    /// The host of the URL, for logs, because the rest of the URL may be secret.
    package var host: String { URLComponents(string: url)?.host ?? "?" }

    func wants(_ event: SecurityEvent) -> Bool {
        if let kinds, !kinds.contains(event.kind) { return false }
        guard let apps else { return true }
        return event.app.map(apps.contains) ?? false
    }
}

/// The transport that delivers signed security events to webhooks, and returns the result of each attempt.
package protocol WebhookSender: Sendable {
    /// Sends one message and returns the result. Failures are returned, not thrown.
    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookDeliveryResult

    /// Reports that the event with the given id will never be delivered to a webhook, because deliveries failed for
    /// days.
    func gaveUp(_ event: String, to webhook: Webhook)
}

/// A signed message that delivers one security event to a webhook.
package struct WebhookMessage: Sendable {
    /// The event's id, the same in every attempt.
    package let id: String
    package let body: [UInt8]
    /// The value of the `Sesame-Signature` header, which signs the time of the attempt and the body.
    package let signature: String
}

/// The result of one attempt to deliver a message.
package enum WebhookDeliveryResult: Sendable, Equatable {
    /// The webhook accepted the message.
    case taken
    /// The delivery failed for the given reason. `retryAfter` is the number of seconds that the webhook asked the
    /// server to wait; nil if it stated none.
    case failed(String, retryAfter: Double?)
}

/// All webhooks of a server, with the sender of their messages.
package struct Webhooks: Sendable {
    let all: [Webhook]
    let sender: (any WebhookSender)?
    /// The number of concurrent deliveries to one webhook.
    package static let width = 3

    package init(_ all: [Webhook] = [], sender: (any WebhookSender)? = nil) {
        self.all = all
        self.sender = sender
    }

    package var isEmpty: Bool { all.isEmpty }

    subscript(id: String) -> Webhook? { all.first { $0.id == id } }
}
