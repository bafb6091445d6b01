import Foundation
import NIOCore
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The service accounts' access tokens, each cached while it is valid.
actor FCMTokenCache {
    private struct Token {
        let secret: Secret
        let goodUntil: Date
    }

    /// The reason why there is no access token, and the seconds until a retry is useful.
    struct Failure: Error {
        let word: String
        let retryAfter: TimeInterval?
    }

    private let client: HTTPClient
    private let address: String
    private var tokens: [String: Token] = [:]
    private var requests: [String: Task<Result<Token, Failure>, Never>] = [:]

    init(client: HTTPClient, address: String) {
        self.client = client
        self.address = address
    }

    /// Returns an access token. Concurrent callers share one request to Google. Throws if Google issues no token.
    ///
    /// - Parameter rejected: A token that FCM rejected; it is not returned again.
    func token(
        of account: ServiceAccount, rejecting rejected: Secret? = nil, at now: Date
    ) async throws(Failure) -> Secret {
        if let known = tokens[account.email], now < known.goodUntil, known.secret != rejected { return known.secret }
        let request = requests[account.email] ?? Task { await ask(account, at: now) }
        requests[account.email] = request
        let result = await request.value
        if requests[account.email] == request {
            requests[account.email] = nil
            tokens[account.email] = try? result.get()
        }
        return try result.get().secret
    }

    private func ask(_ account: ServiceAccount, at now: Date) async -> Result<Token, Failure> {
        guard let assertion = try? account.assertion(at: now) else {
            return .failure(Failure(word: "KEY", retryAfter: 3_600))
        }
        let form = FormURLEncoder.encode([
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": assertion.exposed,
        ])
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: "POST", url: address,
                    headers: [
                        ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                    ],
                    body: Array(form.utf8), timeout: .seconds(10), maxResponseBytes: 65_536))
        } catch {
            return .failure(Failure(word: DeliveryFailure.unreachable, retryAfter: nil))
        }
        guard response.status == 200 else {
            // A refused service account must be repaired by the operator; frequent retries do not help.
            let isRefused = (400..<500).contains(response.status) && response.status != 429
            return .failure(
                Failure(
                    word: isRefused ? "SERVICE_ACCOUNT_REFUSED" : DeliveryFailure.unavailable,
                    retryAfter: isRefused ? 300 : response.retryAfter(at: now)))
        }
        guard let body = (try? JSONValue(parsing: response.body))?.object,
            let token = body["access_token"]?.string, !token.isEmpty
        else { return .failure(Failure(word: DeliveryFailure.unavailable, retryAfter: nil)) }
        // Some responses contain the number as a string. One minute is subtracted for clock differences and network
        // delay.
        let lifetime = body["expires_in"]?.integer ?? body["expires_in"]?.string.flatMap { Int64($0) } ?? 3_600
        let goodFor = min(max(0, Double(lifetime) - 60), 3_600)
        return .success(Token(secret: Secret(token), goodUntil: now.addingTimeInterval(goodFor)))
    }
}
