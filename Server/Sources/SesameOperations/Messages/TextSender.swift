import Foundation
package import Logging
import NIOCore
package import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameTokens
import SesameWire

/// Hands texts for phones over to the operator's own program, which knows a company that carries them. The messages are
/// signed as webhooks' are. Redirects are not followed.
struct TextSender: MessageSender {
    private let receiver: SignedReceiver
    private let client: HTTPClient
    private let logger: Logger

    /// - Parameter receiver: In the clear it is on this machine, which the configuration has seen to.
    init(_ receiver: SignedReceiver, logger: Logger) {
        self.receiver = receiver
        self.logger = logger
        client = HTTPClient(allowsPlainHTTP: true)
    }

    func carries(_ channel: MessageChannel) -> Bool { channel == .text }

    func send(_ message: OutgoingMessage, id: String) async -> MessageAnswer {
        let json: JSONObject = [
            "id": .string(id), "to": .string(message.to), "body": .string(message.body),
            "language": .string(message.language), "expiresAt": .integer(message.expiresAt.secondsSince1970),
        ]
        let body = json.serialized()
        let signature = WebhookSignature(of: body, at: Date(), with: receiver.secrets)
        let request = OutgoingRequest(
            method: "POST", url: receiver.url,
            headers: [
                ("Content-Type", "application/json"), ("Sesame-Message-ID", id),
                (WebhookSignature.header, signature.headerValue),
            ], body: body, timeout: .seconds(10), maximumBytes: 65_536)
        do throws(HTTPClientError) {
            return answer(try await client.send(request).status)
        } catch {
            logger.warning("SMS webhook unreachable", metadata: ["receiver": .string(receiver.host)])
            return .failed("UNREACHABLE")
        }
    }

    /// The carrier says by 400, 404, 410 and 422 that a text will never reach anybody. All else may be put right.
    private func answer(_ status: Int) -> MessageAnswer {
        if (200..<300).contains(status) { return .sent }
        logger.warning(
            "text message rejected by the SMS webhook",
            metadata: ["status": .stringConvertible(status), "receiver": .string(receiver.host)])
        return [400, 404, 410, 422].contains(status) ? .refused("HTTP_\(status)") : .failed("HTTP_\(status)")
    }
}

/// Several carriers: each takes the messages of its kind.
struct MessageCarriers: MessageSender {
    private let carriers: [any MessageSender]

    init(_ carriers: [any MessageSender]) {
        self.carriers = carriers
    }

    func carries(_ channel: MessageChannel) -> Bool { carriers.contains { $0.carries(channel) } }

    func send(_ message: OutgoingMessage, id: String) async -> MessageAnswer {
        guard let carrier = carriers.first(where: { $0.carries(message.channel) }) else {
            return .failed("NOBODY_CARRIES_IT")
        }
        return await carrier.send(message, id: id)
    }
}

extension ServerConfiguration {
    /// Returns the sender of emails and texts: the development inbox if there is one, else the operator's.
    package func messageSender(client: HTTPClient, _ logger: Logger) -> any MessageSender {
        if let standIns {
            return StandInMessageSender(address: standIns.messages, client: client)
        }
        var carriers: [any MessageSender] = []
        if let mail { carriers.append(MailSender(mail, logger: logger)) }
        if let texts { carriers.append(TextSender(texts.carrier, logger: logger)) }
        return MessageCarriers(carriers)
    }
}
