import Foundation
package import SesameCore

/// An address of the operator's back end that is told of security events.
package struct Webhook: Sendable {
    /// The webhook's id in storage: a digest of the address. Another address is another webhook, which gets events from
    /// then on.
    package let id: String
    /// The address.
    package let url: String
    /// The kinds that it gets; nil for all.
    package let kinds: Set<SecurityEvent.Kind>?
    /// The apps whose events it is told of; nil for all, and for what concerns no app.
    package let apps: Set<AppID>?
    /// The secrets of its signatures: the newest first, and the one before it while that is still around.
    package let secrets: [Secret]

    /// Makes a webhook.
    package init(url: String, kinds: Set<SecurityEvent.Kind>? = nil, apps: Set<AppID>? = nil, secrets: [Secret]) {
        id = String(Base32.encode(digest(url.utf8)).prefix(16))
        self.url = url
        self.kinds = kinds
        self.apps = apps
        self.secrets = secrets
    }

    /// The receiver's machine, for logs: the rest of an address may be a secret.
    package var host: String { URLComponents(string: url)?.host ?? "?" }

    func wants(_ event: SecurityEvent) -> Bool {
        if let kinds, !kinds.contains(event.kind) { return false }
        guard let apps else { return true }
        return event.app.map(apps.contains) ?? false
    }
}

/// Takes a message to a webhook.
package protocol WebhookSender: Sendable {
    /// Sends one message. What goes wrong is an answer, too.
    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookAnswer

    /// Says that a webhook will never be told of an event: it has not taken it for days.
    func gaveUp(_ event: String, to webhook: Webhook)
}

/// A message to a webhook.
package struct WebhookMessage: Sendable {
    /// The event's id, the same at every attempt.
    package let id: String
    package let body: [UInt8]
    /// The signature of the body, made anew at every attempt.
    package let signature: String
}

/// A webhook's answer to a message.
package enum WebhookAnswer: Sendable, Equatable {
    /// It has taken the message.
    case taken
    /// It has not, for the reason that the word names; it may say when it wants to be asked again.
    case failed(String, retryAfter: Double?)
}

/// All webhooks of a server.
package struct Webhooks: Sendable {
    let all: [Webhook]
    let sender: (any WebhookSender)?
    let queues = WebhookQueues()

    /// Makes the set.
    package init(_ all: [Webhook] = [], sender: (any WebhookSender)? = nil) {
        self.all = all
        self.sender = sender
    }

    /// True if there is nobody to tell.
    package var isEmpty: Bool { all.isEmpty }

    subscript(id: String) -> Webhook? { all.first { $0.id == id } }
}
