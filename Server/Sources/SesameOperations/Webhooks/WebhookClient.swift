package import Logging
import NIOCore
import SesameAccounts
import SesameHTTP
import SesameTokens

/// Tells webhooks over HTTP. Redirects are not followed: the address is the operator's word, not the receiver's.
package struct WebhookClient: WebhookSender {
    /// A client of its own, so that a slow receiver takes nobody else's place.
    let client: HTTPClient
    let logger: Logger

    /// The client: in the clear it goes to this machine only, which the configuration has seen to.
    package init(logger: Logger) {
        client = HTTPClient(allowsPlainHTTP: true)
        self.logger = logger
    }

    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookAnswer {
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: "POST", url: webhook.url,
                    headers: [
                        ("Content-Type", "application/json"), ("Sesame-Event-ID", message.id),
                        (WebhookSignature.header, message.signature),
                    ], body: message.body, timeout: .seconds(10), maximumBytes: 65_536))
        } catch {
            return .failed("\(error)", retryAfter: nil)
        }
        guard (200..<300).contains(response.status) else {
            return .failed("HTTP_\(response.status)", retryAfter: response.header("Retry-After").flatMap(Double.init))
        }
        return .taken
    }

    func gaveUp(_ event: String, to webhook: Webhook) {
        logger.error(
            "webhook delivery given up", metadata: ["event": .string(event), "receiver": .string(webhook.host)])
    }
}
