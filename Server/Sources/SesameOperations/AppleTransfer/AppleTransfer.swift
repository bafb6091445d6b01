package import Foundation
import NIOCore
package import SesameAccounts
import SesameCore
package import SesameHTTP
package import SesameSurface
import SesameWire

/// A client for Apple's user migration, which maps an app's users to another team while the app is transferred.
/// https://developer.apple.com/documentation/signinwithapple/transferring-your-apps-and-users-to-another-team
package actor AppleTransfer {
    /// The URLs of Apple's token endpoint and of its endpoint for user migration.
    package struct Endpoints: Sendable {
        let token: String
        let migration: String

        package static let apple = Endpoints(
            token: "https://appleid.apple.com/auth/token",
            migration: "https://appleid.apple.com/auth/usermigrationinfo")

        /// Returns the URLs of the development provider for Apple, given its base URL.
        package static func development(_ url: String) -> Endpoints {
            Endpoints(token: url + "/apple/auth/token", migration: url + "/apple/auth/usermigrationinfo")
        }
    }

    package enum Failure: Error, Sendable, Equatable {
        /// Apple rejects the request for a user, usually because Apple does not know the user. The text is Apple's
        /// error code or the HTTP status.
        case unknown(String)
        /// Apple rejects the team's key, client id or scope. The text is Apple's error code or the HTTP status.
        case misconfigured(String)
        /// No attempt received a final response, or Apple's response lacks a required member.
        case unavailable(String)
    }

    private let team: AppleTeam
    private let clientID: String
    private let client: HTTPClient
    private let addresses: Endpoints
    private let now: @Sendable () -> Date
    private let pause: @Sendable (TimeInterval) async -> Void
    private var token: (secret: Secret, goodUntil: Date)?

    /// The maximum number of attempts for one request.
    static let attempts = 8
    /// The longest wait between two attempts, in seconds.
    static let maxBackoff: TimeInterval = 300

    /// Creates a client for a team.
    ///
    /// - Parameters:
    ///   - clientID: A client id of the team: the app's bundle id.
    ///   - pause: Waits for the given number of seconds.
    package init(
        team: AppleTeam, clientID: String, client: HTTPClient, at addresses: Endpoints = .apple,
        now: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (TimeInterval) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
    ) {
        self.team = team
        self.clientID = clientID
        self.client = client
        self.addresses = addresses
        self.now = now
        self.pause = pause
    }

    /// Returns the user's transfer id, which identifies the user to Apple after the app's transfer. Only the team that
    /// has the app before the transfer can request a transfer id.
    package func transferID(of subject: String, to target: String) async throws(Failure) -> String {
        let answer = try await ask(["sub": subject, "target": target])
        guard let id = answer["transfer_sub"]?.string, !id.isEmpty else {
            throw .unavailable("a response without transfer_sub")
        }
        return id
    }

    /// Returns the user's new id and email address, given the transfer id. The team that received the app may request
    /// them for sixty days after the transfer.
    package func person(ofTransferID id: String) async throws(Failure) -> TransferredUser {
        let answer = try await ask(["transfer_sub": id])
        guard let subject = answer["sub"]?.string, !subject.isEmpty else {
            throw .unavailable("a response without sub")
        }
        let relay = answer["is_private_email"]
        return TransferredUser(
            subject: subject, email: answer["email"]?.string,
            isPrivateEmail: relay?.bool ?? (relay?.string == "true"))
    }

    // MARK: - Requests

    private func ask(_ members: KeyValuePairs<String, String?>) async throws(Failure) -> JSONObject {
        var response = try await ask(members, with: try await accessToken())
        if response.status == 401 {
            // The token was revoked, or this machine's clock differs from Apple's.
            token = nil
            response = try await ask(members, with: try await accessToken())
        }
        guard response.status == 200 else {
            let word = Self.word(response)
            if ["invalid_client", "unauthorized_client", "invalid_scope"].contains(word) { throw .misconfigured(word) }
            throw .unknown(word)
        }
        return (try? JSONValue(parsing: response.body))?.object ?? [:]
    }

    private func ask(
        _ members: KeyValuePairs<String, String?>, with token: Secret
    ) async throws(Failure) -> OutgoingResponse {
        try await post(addresses.migration, members, headers: [("Authorization", "Bearer \(token.exposed)")])
    }

    private func accessToken() async throws(Failure) -> Secret {
        if let token, now() < token.goodUntil { return token.secret }
        let response = try await post(
            addresses.token, ["grant_type": "client_credentials", "scope": "user.migration"])
        guard response.status == 200 else { throw .misconfigured(Self.word(response)) }
        guard let body = (try? JSONValue(parsing: response.body))?.object,
            let text = body["access_token"]?.string, !text.isEmpty
        else { throw .unavailable("a response without a token") }
        let lifetime = Double(body["expires_in"]?.integer ?? 3_600)
        token = (Secret(text), now().addingTimeInterval(max(0, lifetime - 60)))
        return Secret(text)
    }

    /// Sends the request until the response is final, with increasing pauses of at least Apple's `Retry-After` but at
    /// most ``maxBackoff``. Throws `unavailable` after the last attempt.
    private func post(
        _ url: String, _ members: KeyValuePairs<String, String?>, headers: [(String, String)] = []
    ) async throws(Failure) -> OutgoingResponse {
        var wait: TimeInterval = 1
        var cause = "no answer"
        for attempt in 1...Self.attempts {
            do throws(HTTPClientError) {
                let response = try await client.send(try request(url, members, headers))
                guard response.status == 429 || response.status >= 500 else { return response }
                cause = "status \(response.status)"
                wait = max(wait, response.retryAfter(at: now()) ?? 0)
            } catch {
                cause = "\(error)"
            }
            if attempt < Self.attempts { await pause(min(wait, Self.maxBackoff)) }
            wait *= 2
        }
        throw .unavailable(cause)
    }

    private func request(
        _ url: String, _ members: KeyValuePairs<String, String?>, _ headers: [(String, String)]
    ) throws(HTTPClientError) -> OutgoingRequest {
        guard let secret = try? team.clientSecret(for: clientID, at: now()) else { throw .invalidRequest }
        let own = FormURLEncoder.encode(["client_id": clientID, "client_secret": secret.exposed])
        return OutgoingRequest(
            method: "POST", url: url,
            headers: headers + [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
            ],
            body: Array("\(FormURLEncoder.encode(members))&\(own)".utf8), timeout: .seconds(20),
            maxResponseBytes: 65_536)
    }

    /// Returns Apple's error code; the HTTP status as text if the body has none.
    private static func word(_ response: OutgoingResponse) -> String {
        (try? JSONValue(parsing: response.body))?.object?["error"]?.string ?? "status \(response.status)"
    }
}
