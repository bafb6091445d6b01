package import Foundation

/// A message to one recipient: an email or a text.
package struct OutgoingMessage: Sendable, Equatable, Codable {
    package let channel: MessageChannel
    /// The email address or phone number.
    package let recipient: String
    /// The email's subject; empty for a text.
    package let subject: String
    /// The message in plain text.
    package let body: String
    /// The message's language, for example `fr`.
    package let language: String
    /// The time after which the message is not sent any more.
    package let expiresAt: Date
    /// True if the outbox drops the message. A decoy replaces a message whose code no account could use, for example
    /// because the address or number has no account.
    var isDecoy = false

    package init(
        channel: MessageChannel, recipient: String, subject: String, body: String, language: String, expiresAt: Date
    ) {
        self.channel = channel
        self.recipient = recipient
        self.subject = subject
        self.body = body
        self.language = language
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case channel, subject, body, language, expiresAt, isDecoy
        case recipient = "to"
    }
}

/// A connection to the providers that deliver messages.
package protocol MessageSender: Sendable {
    /// Returns true if a provider delivers messages of the channel.
    func carries(_ channel: MessageChannel) -> Bool

    /// Sends a message. Failures are returned, not thrown.
    ///
    /// - Parameter id: The message's id, the same in every attempt.
    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult
}

/// The provider's response to a message.
package enum MessageDeliveryResult: Sendable, Equatable {
    /// The provider has accepted the message.
    case sent
    /// The provider will never accept the message, for the given reason.
    case refused(String)
    /// The provider could not accept the message now, for the given reason; it can be retried.
    case failed(String)
}
