import Foundation
package import Logging
import NIOCore
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameTokens
import SesameWire

/// A sender that passes text messages to the operator's own program, which forwards them to an SMS provider. Requests
/// are signed like webhooks. Redirects are not followed.
struct SMSSender: MessageSender {
    private let receiver: SignedWebhookEndpoint
    private let client: HTTPClient
    private let logger: Logger

    /// Creates a sender with an HTTP client that allows plain HTTP, because the configuration permits plain HTTP only
    /// to this machine.
    ///
    /// - Parameter receiver: The URL and the signing secrets of the operator's program.
    init(_ receiver: SignedWebhookEndpoint, logger: Logger) {
        self.receiver = receiver
        self.logger = logger
        client = HTTPClient(allowsPlainHTTP: true)
    }

    func carries(_ channel: MessageChannel) -> Bool { channel == .sms }

    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult {
        let json: JSONObject = [
            "id": .string(id), "to": .string(message.recipient), "body": .string(message.body),
            "language": .string(message.language), "expiresAt": .integer(message.expiresAt.secondsSince1970),
        ]
        let body = json.serialized()
        let signature = WebhookSignature(of: body, at: Date(), with: receiver.secrets)
        let request = OutgoingRequest(
            method: "POST", url: receiver.url,
            headers: [
                ("Content-Type", "application/json"), ("Sesame-Message-ID", id),
                (WebhookSignature.header, signature.headerValue),
            ], body: body, timeout: .seconds(10), maxResponseBytes: 65_536)
        do throws(HTTPClientError) {
            return answer(try await client.send(request).status)
        } catch {
            logger.warning("SMS webhook unreachable", metadata: ["receiver": .string(receiver.host)])
            return .failed(DeliveryFailure.unreachable)
        }
    }

    /// Converts the response's status. 400, 404, 410 and 422 mean that the text message is permanently undeliverable.
    /// Other errors may be temporary.
    private func answer(_ status: Int) -> MessageDeliveryResult {
        if (200..<300).contains(status) { return .sent }
        logger.warning(
            "SMS rejected by the SMS webhook",
            metadata: ["status": .stringConvertible(status), "receiver": .string(receiver.host)])
        if (502...504).contains(status) { return .failed(DeliveryFailure.unavailable) }
        return [400, 404, 410, 422].contains(status) ? .refused("HTTP_\(status)") : .failed("HTTP_\(status)")
    }
}

/// A sender that selects one of several senders by the message's channel.
struct MessageRouter: MessageSender {
    private let carriers: [any MessageSender]

    init(_ carriers: [any MessageSender]) {
        self.carriers = carriers
    }

    func carries(_ channel: MessageChannel) -> Bool { carriers.contains { $0.carries(channel) } }

    func send(_ message: OutgoingMessage, id: String) async -> MessageDeliveryResult {
        guard let carrier = carriers.first(where: { $0.carries(message.channel) }) else {
            return .failed("NOBODY_CARRIES_IT")
        }
        return await carrier.send(message, id: id)
    }
}

extension ServerConfiguration {
    /// Returns the sender of emails and text messages: the development inbox if there is one, otherwise the operator's
    /// services.
    package func messageSender(client: HTTPClient, _ logger: Logger) -> any MessageSender {
        if let developmentServices {
            return DevelopmentMessageSender(address: developmentServices.messages, client: client)
        }
        var carriers: [any MessageSender] = []
        if let mail { carriers.append(MailSender(mail, logger: logger)) }
        if let sms { carriers.append(SMSSender(sms.carrier, logger: logger)) }
        return MessageRouter(carriers)
    }
}
