import NIOCore
import SesameCore
import SesameHTTP

/// The delivery of notifications to the server: once, as a vendor does, or twice for a replay.
struct NotificationDelivery: Sendable {
    /// The server's URL, without a slash at the end.
    let serverURL: String

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    func deliver(
        _ token: String, as dialect: some ProviderDialect, times: Int
    ) async throws(ProviderError) -> [Answer] {
        let client = HTTPClient(allowsPlainHTTP: true, maxTransfers: 1)
        do throws(HTTPClientError) {
            var answers: [Answer] = []
            for _ in 0..<times {
                let response = try await client.send(
                    OutgoingRequest(
                        method: "POST", url: serverURL + dialect.notificationPath,
                        headers: [("Content-Type", dialect.notificationType)], body: dialect.notificationBody(token),
                        timeout: .seconds(20)))
                answers.append(Answer(status: response.status, body: response.body))
            }
            await client.shutdown()
            return answers
        } catch {
            await client.shutdown()
            throw ProviderError(.invalidRequest, "the server at \(serverURL) does not respond: \(error)")
        }
    }
}
