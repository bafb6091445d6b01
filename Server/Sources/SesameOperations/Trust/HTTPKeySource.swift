import NIOCore
package import SesameHTTP
import SesameTokens

/// A source of the providers' key sets, which uses the server's HTTP client.
package struct HTTPKeySource: JWKSSource {
    let client: HTTPClient

    package init(client: HTTPClient) {
        self.client = client
    }

    func fetch(_ url: String) async throws -> JWKSResponse {
        let response = try await client.send(
            OutgoingRequest(
                url: url, timeout: .seconds(5), maxResponseBytes: JSONWebKeySet.maxBytes))
        return JWKSResponse(
            status: response.status, body: response.body,
            cacheControl: response.header("Cache-Control"), age: response.header("Age"))
    }
}
