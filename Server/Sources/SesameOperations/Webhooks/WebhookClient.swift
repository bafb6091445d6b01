package import Foundation
package import Logging
import NIOCore
import SesameAccounts
import SesameHTTP
import SesameTokens

/// A sender of webhook events over HTTP. Redirects are not followed, because only the operator chooses the URL.
package struct WebhookClient: WebhookSender {
    /// A separate HTTP client, so that a slow webhook does not block other requests.
    let client: HTTPClient
    let logger: Logger
    private let now: @Sendable () -> Date

    /// Creates a sender with an HTTP client that allows plain HTTP, because the configuration permits plain HTTP only
    /// to this machine.
    ///
    /// - Parameter count: The number of webhooks. Each has its own transfers, up to 30 for all.
    package init(count: Int, logger: Logger, now: @escaping @Sendable () -> Date) {
        self.now = now
        client = HTTPClient(allowsPlainHTTP: true, maxTransfers: min(max(1, count) * Webhooks.width, 30))
        self.logger = logger
    }

    func send(_ message: WebhookMessage, to webhook: Webhook) async -> WebhookDeliveryResult {
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: "POST", url: webhook.url,
                    headers: [
                        ("Content-Type", "application/json"), ("Sesame-Event-ID", message.id),
                        (WebhookSignature.header, message.signature),
                    ], body: message.body, timeout: .seconds(10), maxResponseBytes: 65_536))
        } catch {
            return .failed("\(error)", retryAfter: nil)
        }
        guard (200..<300).contains(response.status) else {
            return .failed("HTTP_\(response.status)", retryAfter: response.retryAfter(at: now()))
        }
        return .taken
    }

    func gaveUp(_ event: String, to webhook: Webhook) {
        logger.error(
            "webhook delivery given up", metadata: ["event": .string(event), "receiver": .string(webhook.host)])
    }
}
