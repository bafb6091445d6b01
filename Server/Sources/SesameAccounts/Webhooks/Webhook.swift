import Foundation
public import SesameCore

/// An address of the operator's back end that is told of security events.
public struct Webhook: Sendable {
    /// What it is known by in storage: a digest of the address. Another address is another webhook, which is told of
    /// what happens from then on.
    public let id: String
    /// Where it is told.
    public let url: String
    /// What it is told of; nil for everything.
    public let kinds: Set<SecurityEvent.Kind>?
    /// The apps whose events it is told of; nil for all, and for what concerns no app.
    public let apps: Set<AppID>?
    /// What its messages are signed with: the newest first, and the one before it while that is still around.
    public let secrets: [Secret]

    /// Makes a webhook.
    public init(url: String, kinds: Set<SecurityEvent.Kind>? = nil, apps: Set<AppID>? = nil, secrets: [Secret]) {
        id = String(Base32.encode(digest(url.utf8)).prefix(16))
        self.url = url
        self.kinds = kinds
        self.apps = apps
        self.secrets = secrets
    }

    /// The receiver's machine, for logs: the rest of an address may be a secret.
    public var host: String { URLComponents(string: url)?.host ?? "?" }

    func wants(_ event: SecurityEvent) -> Bool {
        if let kinds, !kinds.contains(event.kind) { return false }
        guard let apps else { return true }
        return event.app.map(apps.contains) ?? false
    }
}

/// Takes a message to a webhook.
public protocol WebhookSender: Sendable {
    /// Sends one message. What goes wrong is an answer, too.
    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookAnswer

    /// Says that a webhook will never be told of an event: it has not taken it for days.
    func gaveUp(_ event: String, to webhook: Webhook)
}

/// What a webhook is told.
public struct WebhookMessage: Sendable {
    /// The event's id, the same at every attempt.
    public let id: String
    /// The body.
    public let body: [UInt8]
    /// The signature of the body, made anew at every attempt.
    public let signature: String
}

/// What a webhook says to a message.
public enum WebhookAnswer: Sendable, Equatable {
    /// It has taken the message.
    case taken
    /// It has not, for the reason that the word names; it may say when it wants to be asked again.
    case failed(String, retryAfter: Double?)
}

/// All webhooks of a server.
public struct Webhooks: Sendable {
    let all: [Webhook]
    let sender: (any WebhookSender)?
    let queues = WebhookQueues()

    /// Makes the set.
    public init(_ all: [Webhook] = [], sender: (any WebhookSender)? = nil) {
        self.all = all
        self.sender = sender
    }

    /// Whether there is nobody to tell.
    public var isEmpty: Bool { all.isEmpty }

    subscript(id: String) -> Webhook? { all.first { $0.id == id } }
}
