package import Foundation
import NIOCore
package import SesameAccounts
import SesameCore
package import SesameHTTP
package import SesameSurface
import SesameWire

/// Asks Apple who the people of an app are to another team, while the app moves there.
/// https://developer.apple.com/documentation/signinwithapple/transferring-your-apps-and-users-to-another-team
package actor AppleTransfer {
    /// Apple's addresses.
    package struct Addresses: Sendable {
        let token: String
        let migration: String

        /// Apple's own.
        package static let apple = Addresses(
            token: "https://appleid.apple.com/auth/token",
            migration: "https://appleid.apple.com/auth/usermigrationinfo")

        /// The development Apple's.
        package static func development(_ url: String) -> Addresses {
            Addresses(token: url + "/apple/auth/token", migration: url + "/apple/auth/usermigrationinfo")
        }
    }

    /// The reason why there is no answer.
    package enum Failure: Error, Sendable, Equatable {
        /// Apple knows nothing of this person.
        case unknown(String)
        /// Apple does not take the team's key or client id.
        case misconfigured(String)
        /// Apple cannot be reached, or wants to be left alone for longer than was waited.
        case unavailable(String)
    }

    private let team: AppleTeam
    private let clientID: String
    private let client: HTTPClient
    private let addresses: Addresses
    private let now: @Sendable () -> Date
    private let pause: @Sendable (TimeInterval) async -> Void
    private var token: (secret: Secret, goodUntil: Date)?

    /// The most attempts at one question.
    static let attempts = 8
    /// The longest wait between two attempts, in seconds.
    static let longestPause: TimeInterval = 300

    /// Asks for a team.
    ///
    /// - Parameters:
    ///   - clientID: A client of the team: the app's bundle id.
    ///   - pause: Lets so many seconds pass.
    package init(
        team: AppleTeam, clientID: String, client: HTTPClient, at addresses: Addresses = .apple,
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

    /// By what Apple will know the person once the app is another team's. Asked by the team that has the app now.
    package func transferID(of subject: String, to target: String) async throws(Failure) -> String {
        let answer = try await ask(["sub": subject, "target": target])
        guard let id = answer["transfer_sub"]?.string, !id.isEmpty else {
            throw .unavailable("an answer without transfer_sub")
        }
        return id
    }

    /// Returns the user's id at this team. For the team that received the app, for sixty days.
    package func person(ofTransferID id: String) async throws(Failure) -> TransferredPerson {
        let answer = try await ask(["transfer_sub": id])
        guard let subject = answer["sub"]?.string, !subject.isEmpty else {
            throw .unavailable("an answer without sub")
        }
        let relay = answer["is_private_email"]
        return TransferredPerson(
            subject: subject, email: answer["email"]?.string,
            isPrivateEmail: relay?.bool ?? (relay?.string == "true"))
    }

    // MARK: - Requests

    private func ask(_ members: KeyValuePairs<String, String?>) async throws(Failure) -> JSONObject {
        var response = try await ask(members, with: try await accessToken())
        if response.status == 401 {
            // The token has been taken back, or this machine's clock and Apple's do not agree on its hour.
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
        else { throw .unavailable("an answer without a token") }
        let life = Double(body["expires_in"]?.integer ?? 3_600)
        token = (Secret(text), now().addingTimeInterval(max(0, life - 60)))
        return Secret(text)
    }

    /// Asks until there is an answer that asking again would not change, with longer and longer pauses, and never before
    /// Apple's own word for when.
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
                wait = max(wait, FCMVerdict.retryAfter(response, now: now()) ?? 0)
            } catch {
                cause = "\(error)"
            }
            if attempt < Self.attempts { await pause(min(wait, Self.longestPause)) }
            wait *= 2
        }
        throw .unavailable(cause)
    }

    private func request(
        _ url: String, _ members: KeyValuePairs<String, String?>, _ headers: [(String, String)]
    ) throws(HTTPClientError) -> OutgoingRequest {
        guard let secret = try? team.clientSecret(for: clientID, at: now()) else { throw .invalidRequest }
        let own = FormText.encode(["client_id": clientID, "client_secret": secret.exposed])
        return OutgoingRequest(
            method: "POST", url: url,
            headers: headers + [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
            ],
            body: Array("\(FormText.encode(members))&\(own)".utf8), timeout: .seconds(20), maximumBytes: 65_536)
    }

    /// Apple's word for what is wrong.
    private static func word(_ response: OutgoingResponse) -> String {
        (try? JSONValue(parsing: response.body))?.object?["error"]?.string ?? "status \(response.status)"
    }
}
