import Foundation
import SesameCore

extension MessageService {
    /// Delivers one message of the outbox. Drops a decoy, an expired message, and a message that the provider refuses
    /// permanently. Throws if the message cannot be delivered now, so that the outbox retries it.
    @discardableResult
    func deliverMessage(_ job: Job) async throws -> JobResult {
        guard let message = messageCipher.open(job) else { throw MessageDeliveryError("UNREADABLE") }
        if message.isDecoy { return .skipped }
        guard environment.now < message.expiresAt else {
            observe(.message(message.channel, .dropped))
            return .skipped
        }
        guard let messages, messages.carries(message.channel) else { throw MessageDeliveryError("NOBODY_CARRIES_IT") }
        switch await messages.send(message, id: job.key) {
        case .sent: observe(.message(message.channel, .sent))
        case .refused: observe(.message(message.channel, .dropped))
        case .failed(let word):
            observe(.message(message.channel, .postponed))
            let chance = Double(environment.randomBytes(1)[0]) / 255
            let delay = PushRetry.delay(afterFailures: job.failures + 1, retryAfter: nil, chance: chance)
            throw JobRetryRequest(
                until: environment.now.addingTimeInterval(delay), because: MessageDeliveryError(word),
                isReached: !DeliveryFailure.isOutage(word))
        }
        return .responded
    }

    /// True if a provider for emails is configured.
    package var sendsMail: Bool { messages?.carries(.email) ?? false }

    /// Checks that the server can send a message of this kind to the recipient. Throws `providerRequired` if no
    /// provider is configured for the kind, or if a phone number is in a country that the operator has not allowed.
    func requireCarrier(to receiver: String, _ kind: LocalCredential.Kind) throws(AccountError) {
        guard let messages, messages.carries(MessageChannel(kind)) else {
            throw AccountError(
                .providerRequired, "the server cannot send this message; see 'mail' and 'texts' in its configuration")
        }
        guard kind != .phone || messageRules.countries.allows(receiver) else { throw .countryNotAllowed }
    }
}

extension StorageTransaction {
    /// Queues a message, which is sent after the transaction is durable.
    ///
    /// - Parameter id: The key of the job, which is also the message's id for the provider.
    func send(
        _ message: OutgoingMessage, id: String, _ cipher: MessageCipher, at now: Date
    ) throws(StorageError) {
        try insert(Job(kind: message.channel.jobKind, key: id, payload: try cipher.seal(message, as: id), dueAt: now))
    }
}

extension MessageChannel {
    fileprivate var jobKind: JobKind {
        switch self {
        case .email: .sendEmail
        case .sms: .sendSMS
        }
    }
}

extension AccountError {
    /// The error for a number in a country that is not allowed. It does not reveal whether the number has an account.
    fileprivate static let countryNotAllowed = AccountError(
        .providerRequired, "SMS to phone numbers in this country is not allowed until the server's operator allows it",
        field: "phone")
}

/// The reason why a message could not be delivered: the provider's words, or the server's own, such as `UNREADABLE`.
struct MessageDeliveryError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
