public import Foundation
public import Sesame

/// A client of the app's own back end for partners and gifts. Their effects appear in the profile.
public struct PartnerService: Sendable {
    /// The outcome of a typed code. Too many codes within an hour throw ``AuthError/Code/rateLimited``.
    public enum Outcome: String, Sendable {
        /// The code was accepted.
        case taken
        /// The code is unknown or expired, or another user has redeemed the gift.
        case unknown = "unknown_code"
        /// The code is the user's own.
        case own = "own_code"
        /// The user already has a partner.
        case hasPartner = "has_partner"
    }

    private let address: URL
    private let auth: any AccessTokenSource
    private let profiles: ProfileStore
    private let transport: any HTTPTransport

    /// Creates a client of the back end at the given URL.
    public init(
        _ address: URL, auth: any AccessTokenSource, profiles: ProfileStore,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        self.address = address
        self.auth = auth
        self.profiles = profiles
        self.transport = transport
    }

    /// Returns the code to show to the partner, existing or new; nil for a user with a partner. A code is valid for a
    /// week.
    public func code(for user: UserAuthInfo) async throws(AuthError) -> String? {
        let (outcome, answer) = try await send("POST", "partner-code", for: user)
        return outcome == .taken ? answer["code"] : nil
    }

    /// Connects the user with the partner who shared the code, and returns the outcome.
    public func connect(_ user: UserAuthInfo, by code: String) async throws(AuthError) -> Outcome {
        try await send("POST", "partner", ["code": code], for: user).outcome
    }

    /// Separates the user from the partner.
    public func part(_ user: UserAuthInfo) async throws(AuthError) {
        _ = try await send("DELETE", "partner", for: user)
    }

    /// Redeems a gift code for a subscription.
    public func redeem(_ gift: String, for user: UserAuthInfo) async throws(AuthError) -> Outcome {
        try await send("POST", "subscription", ["code": gift], for: user).outcome
    }

    /// Sends a request on the user's behalf, reloads the profile, and returns the outcome and the response's JSON
    /// members.
    private func send(
        _ method: String, _ path: String, _ body: [String: String] = [:], for user: UserAuthInfo
    ) async throws(AuthError) -> (outcome: Outcome, answer: [String: String]) {
        var request = TransportRequest(
            method: method, url: address.appendingPathComponent(path),
            headers: ["Content-Type": Secret("application/json")])
        if method == "POST" {
            guard let json = try? JSONEncoder().encode(body) else {
                throw AuthError(.invalidRequest, "the request cannot be encoded as JSON")
            }
            request.body = Secret(String(decoding: json, as: UTF8.self))
        }
        let response = try await auth.send(request, for: user.uid, by: transport)
        let answer = (try? JSONDecoder().decode([String: String].self, from: Data(response.body))) ?? [:]
        if answer["error"] == "too_many_tries" { throw AuthError(.rateLimited, "too many codes within an hour") }
        let outcome = response.status == 200 ? .taken : answer["error"].flatMap(Outcome.init(rawValue:))
        guard let outcome else {
            throw AuthError(.providerUnavailable, "the back end responds with \(response.status)")
        }
        _ = await profiles.load(for: user)
        return (outcome, answer)
    }
}
