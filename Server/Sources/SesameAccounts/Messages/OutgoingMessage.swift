package import Foundation

/// A message to one person: a mail, or a text to a phone.
package struct OutgoingMessage: Sendable, Equatable, Codable {
    /// The channel.
    package let channel: MessageChannel
    /// The address or number.
    package let to: String
    /// The mail's subject; empty for a text.
    package let subject: String
    /// The text, in lines.
    package let body: String
    /// The language that it is in, for example `fr`.
    package let language: String
    /// The time after which it is worthless.
    package let expiresAt: Date
    /// True if the outbox drops the message. It stands for a message to a name without an account.
    var isDecoy = false

    /// Makes a message.
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

/// Hands messages over to whoever carries them.
package protocol MessageSender: Sendable {
    /// Returns true if there is somebody who carries such messages.
    func carries(_ channel: MessageChannel) -> Bool

    /// Hands one over. What goes wrong is an answer, too.
    func send(_ message: OutgoingMessage, id: String) async -> MessageAnswer
}

/// A carrier's answer to a message.
package enum MessageAnswer: Sendable, Equatable {
    /// It has taken it.
    case sent
    /// It will never take it, for the reason that the word names.
    case refused(String)
    /// It could not take it now.
    case failed(String)
}
