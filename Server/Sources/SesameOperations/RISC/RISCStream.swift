package import Foundation
import NIOCore
import SesameCore
package import SesameHTTP
import SesameWire

/// The stream through which Google notifies a server of changes to users' Google Accounts (Cross-Account Protection),
/// configured through the RISC API. https://developers.google.com/identity/protocols/risc
package struct RISCStream: Sendable {
    /// The base URL of the API, `https://risc.googleapis.com/v1beta`.
    package static let google = "https://risc.googleapis.com/v1beta"

    /// The event types to request: Google's events that change accounts or sessions in this server, and the
    /// verification.
    package static let events = [
        "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked",
        "https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked",
        "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
        "https://schemas.openid.net/secevent/risc/event-type/account-enabled",
        "https://schemas.openid.net/secevent/risc/event-type/account-credential-change-required",
        "https://schemas.openid.net/secevent/risc/event-type/verification",
    ]

    static let audience = "https://risc.googleapis.com/google.identity.risc.v1beta.RiscManagementService"
    private static let push = "https://schemas.openid.net/secevent/risc/delivery-method/push"

    private let account: ServiceAccount
    private let client: HTTPClient
    private let address: String
    private let now: @Sendable () -> Date

    /// Creates a client for the stream of a service account's project.
    ///
    /// - Parameter address: The base URL of the RISC API.
    package init(
        of account: ServiceAccount, client: HTTPClient, at address: String = RISCStream.google,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.account = account
        self.client = client
        self.address = address
        self.now = now
    }

    /// The configuration and status of a stream, as Google reports them.
    package struct State: Sendable, Equatable {
        /// The URL that receives notifications; nil if there is no stream.
        package let url: String?
        /// The URIs of the event types that Google is asked to deliver.
        package let events: [String]
        /// True if Google delivers notifications, because the stream's status is `enabled`.
        package let isEnabled: Bool

        /// The event types of ``RISCStream/events`` that Google is not asked to deliver.
        package var missingEvents: [String] { RISCStream.events.filter { !events.contains($0) } }
    }

    /// Registers the URL that receives the notifications, in place of any other, and enables the stream.
    package func register(_ url: String) async throws(Failure) {
        try await send(
            "POST", "stream:update",
            [
                "delivery": ["delivery_method": .string(Self.push), "url": .string(url)],
                "events_requested": .array(Self.events.map(JSONValue.string)),
            ])
        try await setEnabled(true)
    }

    /// Returns the state of the project's stream at Google. If the project has no stream, the state has no URL and no
    /// events.
    package func state() async throws(Failure) -> State {
        let stream: JSONObject
        do throws(Failure) {
            stream = try await send("GET", "stream")
        } catch {
            guard case .refused(404, _) = error else { throw error }
            return State(url: nil, events: [], isEnabled: false)
        }
        let status = try await send("GET", "stream/status")
        return State(
            url: stream["delivery"]?["url"]?.string,
            events: stream["events_requested"]?.array?.compactMap(\.string) ?? [],
            isEnabled: status["status"]?.string == "enabled")
    }

    /// Requests a verification notification that contains only `state`, which the server then logs.
    package func verify(_ state: String) async throws(Failure) {
        try await send("POST", "stream:verify", ["state": .string(state)])
    }

    /// Enables or disables the stream, without changing its URL or its events.
    package func setEnabled(_ isEnabled: Bool) async throws(Failure) {
        try await send("POST", "stream/status:update", ["status": .string(isEnabled ? "enabled" : "disabled")])
    }

    /// The reason for a failed request to Google.
    package enum Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// The service account's key cannot sign.
        case key
        /// No response was received, for example because of a network or TLS error.
        case unreachable(HTTPClientError)
        /// Google refused the request: the HTTP status and Google's message.
        case refused(Int, String)

        /// The explanation for the operator, in some cases with the next step.
        package var description: String {
            switch self {
            case .key: "the service account's key cannot sign; create another one in the Google Cloud console"
            case .unreachable(let error): "Google's RISC API cannot be reached (\(error))"
            case .refused(401, let reason):
                "Google does not accept the service account (\(reason)); check that the file contains its current key"
            case .refused(403, let reason):
                """
                Google rejects the request (\(reason)); enable the RISC API in the project, and grant the service \
                account the role roles/riscconfigs.admin
                """
            case .refused(let status, let reason): "Google rejects the request with \(status): \(reason)"
            }
        }
    }

    @discardableResult
    private func send(
        _ method: String, _ path: String, _ body: JSONObject? = nil
    ) async throws(Failure) -> JSONObject {
        guard let bearer = try? account.bearer(for: Self.audience, at: now()) else { throw .key }
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: method, url: "\(address)/\(path)",
                    headers: [
                        ("Authorization", "Bearer \(bearer.exposed)"), ("Content-Type", "application/json"),
                        ("Accept", "application/json"),
                    ],
                    body: body.map { JSONValue.object($0).serialized() }, timeout: .seconds(20)))
        } catch {
            throw .unreachable(error)
        }
        let answer = (try? JSONValue(parsing: response.body))?.object ?? [:]
        guard response.status == 200 else {
            throw .refused(response.status, answer["error"]?["message"]?.string ?? "no reason given")
        }
        return answer
    }
}
