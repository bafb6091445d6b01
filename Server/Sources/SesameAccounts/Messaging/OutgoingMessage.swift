package import Foundation

/// A message to one person: an email or a text.
package struct OutgoingMessage: Sendable, Equatable, Codable {
    package let channel: MessageChannel
    /// The address or number.
    package let to: String
    /// The email's subject; empty for a text.
    package let subject: String
    /// The text of the message.
    package let body: String
    /// The message's language, for example `fr`.
    package let language: String
    /// The time after which the message is useless.
    package let expiresAt: Date
    /// True if the outbox drops the message. A decoy replaces a message to a name without an account.
    var isDecoy = false

    package init(
        channel: MessageChannel, to: String, subject: String, body: String, language: String, expiresAt: Date
    ) {
        self.channel = channel
        self.to = to
        self.subject = subject
        self.body = body
        self.language = language
        self.expiresAt = expiresAt
    }
}

/// A connection to the providers that deliver messages.
package protocol MessageSender: Sendable {
    /// Returns true if a provider delivers messages of the channel.
    func carries(_ channel: MessageChannel) -> Bool

    /// Sends a message. Failures are returned, not thrown.
    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult
}

/// The provider's response to a message.
package enum MessageDeliveryResult: Sendable, Equatable {
    /// The provider has accepted the message.
    case sent
    /// The provider will never accept the message, for the named reason.
    case refused(String)
    /// The provider could not accept the message now.
    case failed(String)
}
