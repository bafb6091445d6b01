public import Foundation
public import Sesame

/// The app's own back end: partners and gifts. Their outcome is in the profile.
public struct PartnerService: Sendable {
    /// The outcome of a code that somebody has typed. Too many of them within an hour are
    /// ``AuthError/Code/rateLimited``.
    public enum Outcome: String, Sendable {
        /// It was taken.
        case taken
        /// Nobody offers it, or not any more.
        case unknown = "unknown_code"
        /// It is the person's own.
        case own = "own_code"
        /// One of the two has a partner.
        case hasPartner = "has_partner"
    }

    private let address: URL
    private let auth: any AccessTokenSource
    private let profiles: ProfileStore
    private let transport: any HTTPTransport

    /// The service at that address.
    public init(
        _ address: URL, auth: any AccessTokenSource, profiles: ProfileStore,
        transport: some HTTPTransport = URLSessionTransport()
    ) {
        self.address = address
        self.auth = auth
        self.profiles = profiles
        self.transport = transport
    }

    /// The code to show to the partner, good for a week; nil for who has one.
    public func code(for user: UserAuthInfo) async throws(AuthError) -> String? {
        let (outcome, answer) = try await send("POST", "partner-code", for: user)
        return outcome == .taken ? answer["code"] : nil
    }

    /// Becomes the partner of whoever offers the code.
    public func connect(_ user: UserAuthInfo, by code: String) async throws(AuthError) -> Outcome {
        try await send("POST", "partner", ["code": code], for: user).outcome
    }

    /// Parts from the partner.
    public func part(_ user: UserAuthInfo) async throws(AuthError) {
        _ = try await send("DELETE", "partner", for: user)
    }

    /// Takes a gift, which is a subscription.
    public func redeem(_ gift: String, for user: UserAuthInfo) async throws(AuthError) -> Outcome {
        try await send("POST", "subscription", ["code": gift], for: user).outcome
    }

    /// Sends a request in the person's name, and has the profile read again.
    private func send(
        _ method: String, _ path: String, _ body: [String: String] = [:], for user: UserAuthInfo
    ) async throws(AuthError) -> (outcome: Outcome, answer: [String: String]) {
        var request = TransportRequest(
            method: method, url: address.appendingPathComponent(path),
            headers: ["Content-Type": Secret("application/json")])
        if method == "POST" {
            guard let json = try? JSONEncoder().encode(body) else { throw AuthError(.invalidRequest, "no JSON") }
            request.body = Secret(String(decoding: json, as: UTF8.self))
        }
        let response = try await auth.send(request, for: user.uid, by: transport)
        let answer = (try? JSONDecoder().decode([String: String].self, from: Data(response.body))) ?? [:]
        if answer["error"] == "too_many_tries" { throw AuthError(.rateLimited, "too many codes within the hour") }
        let outcome = response.status == 200 ? .taken : answer["error"].flatMap(Outcome.init(rawValue:))
        guard let outcome else { throw AuthError(.providerUnavailable, "the back end answers with \(response.status)") }
        _ = await profiles.load(for: user)
        return (outcome, answer)
    }
}
