import SesameWire

@testable import SesameAccounts

/// A message sender that delivers nothing. It returns the configured result, and records a message if the result is
/// `sent`.
final class MessageDouble: MessageSender {
    private struct State {
        var sent: [OutgoingMessage] = []
        var answer = MessageDeliveryResult.sent
        var channels: Set<MessageChannel> = [.email, .sms]
    }

    private let state = Locked(State())

    var sent: [OutgoingMessage] { state.withLock(\.sent) }

    func answer(_ answer: MessageDeliveryResult) { state.withLock { $0.answer = answer } }

    func carry(_ channels: Set<MessageChannel>) { state.withLock { $0.channels = channels } }

    func carries(_ channel: MessageChannel) -> Bool { state.withLock { $0.channels.contains(channel) } }

    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult {
        state.withLock { state in
            if state.answer == .sent { state.sent.append(message) }
            return state.answer
        }
    }
}
