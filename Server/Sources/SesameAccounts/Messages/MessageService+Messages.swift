import Foundation
import SesameCore

extension MessageService {
    /// Hands one message over, as the outbox asks. What cannot be sent any more is dropped: a code that is too old helps
    /// nobody.
    func deliverMessage(_ job: Job) async throws {
        guard let message = messageSafe.open(job) else { throw MessageProblem("UNREADABLE") }
        if message.isDecoy { return }
        guard environment.now < message.expiresAt else { return observe(.message(message.channel, .dropped)) }
        guard let messages, messages.carries(message.channel) else { throw MessageProblem("NOBODY_CARRIES_IT") }
        switch await messages.send(message, id: job.key) {
        case .sent: observe(.message(message.channel, .sent))
        case .refused: observe(.message(message.channel, .dropped))
        case .failed(let word):
            observe(.message(message.channel, .postponed))
            let chance = Double(environment.randomBytes(1)[0]) / 255
            let delay = PushRetry.delay(afterFailures: job.failures + 1, retryAfter: nil, chance: chance)
            throw JobPostponement(until: environment.now.addingTimeInterval(delay), because: MessageProblem(word))
        }
    }

    /// True if the server sends mail.
    package var sendsMail: Bool { messages?.carries(.mail) ?? false }

    /// Refuses a message that nobody carries, and a text to a country that the operator has not named.
    func requireCarrier(to receiver: String, _ kind: Login.Kind) throws(Refusal) {
        guard let messages, messages.carries(MessageChannel(kind)) else {
            throw Refusal(.providerRequired, "the server sends no such messages; see 'mail' in its configuration")
        }
        guard kind != .phone || messageRules.countries.allows(receiver) else { throw .countryNotAllowed }
    }
}

extension StorageTransaction {
    /// Has a message sent once the transaction is durable.
    func send(
        _ message: OutgoingMessage, id: String, _ safe: MessageSafe, at now: Date
    ) throws(StorageError) {
        try insert(Job(kind: .sendMessage, key: id, payload: try safe.seal(message, as: id), dueAt: now))
    }
}

extension Refusal {
    /// The same for every number outside, whether it has an account or not.
    fileprivate static let countryNotAllowed = Refusal(
        .providerRequired, "no texts are sent to numbers of this country until the server's operator allows it",
        field: "phone")
}

/// The reason why a message could not be delivered, in the carrier's words.
struct MessageProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
