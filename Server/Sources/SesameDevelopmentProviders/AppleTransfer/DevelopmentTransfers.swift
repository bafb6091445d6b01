import Crypto
import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The development version of Apple's API for transferring apps between teams, with teams' keys, access tokens, and
/// users' ids at the other team.
/// https://developer.apple.com/documentation/signinwithapple/transferring-your-apps-and-users-to-another-team
final class DevelopmentTransfers: Sendable {
    private struct State {
        /// The public keys, points on P-256, by team and key id.
        var keys: [String: [String: [UInt8]]] = [:]
        var tokens: [String: AccessToken] = [:]
        var transfers: [String: Transfer] = [:]
    }

    private struct AccessToken {
        let team: String
        let clientID: String
        let expiresAt: Date
    }

    private struct Transfer {
        let subject: String
        let team: String
    }

    /// The lifetime of an access token, in seconds.
    private static let tokenLifetime = 3_600
    private static let scope = "user.migration"
    static let grantType = "client_credentials"

    private let state = Locked(State())
    private let random: @Sendable (Int) -> [UInt8]

    init(random: @escaping @Sendable (Int) -> [UInt8]) {
        self.random = random
    }

    /// Creates a Sign in with Apple key of the team, and returns its id and private key. As at Apple, the private key
    /// is never returned again.
    func newKey(of team: String) -> JSONObject {
        let key = P256.Signing.PrivateKey()
        let keyID = DeterministicGenerator("key", key.pemRepresentation).text(
            10, of: "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        state.withLock { $0.keys[team, default: [:]][keyID] = Array(key.publicKey.rawRepresentation) }
        return ["teamID": .string(team), "keyID": .string(keyID), "privateKey": .string(key.pemRepresentation)]
    }

    /// Returns the token response with an access token for a client of a team. Throws if the client's signed secret is
    /// not valid, or the scope is not `user.migration`.
    func accessToken(_ request: ExchangeRequest) throws(TokenEndpointError) -> JSONObject {
        let client = try client(of: request)
        guard request["scope"]?.hasSameBytes(as: Self.scope) == true else { throw TokenEndpointError("invalid_scope") }
        let token = Base64URL.encode(random(32))
        let goodUntil = request.now.addingTimeInterval(Double(Self.tokenLifetime))
        state.withLock { state in
            state.tokens[token] = AccessToken(team: client.team, clientID: client.id, expiresAt: goodUntil)
        }
        return ["access_token": .string(token), "token_type": "Bearer", "expires_in": .integer(Self.tokenLifetime)]
    }

    /// Returns a user's transfer id for the target team; or, for a given transfer id, the user's id and email address
    /// at the requesting team. Throws if the access token is not valid, the user id is malformed, or the transfer id is
    /// unknown.
    func information(_ request: ExchangeRequest) throws(TokenEndpointError) -> JSONObject {
        let client = try client(of: request)
        let given = request.authorization.flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        let token = given.flatMap { given in state.withLock { $0.tokens[given] } }
        guard let token, request.now < token.expiresAt, token.team.hasSameBytes(as: client.team),
            token.clientID.hasSameBytes(as: client.id)
        else { throw TokenEndpointError("invalid_client", "The access token is invalid.", status: 401) }
        if let id = request["transfer_sub"] { return try person(of: id, to: client.team) }
        guard let subject = request["sub"], let target = request["target"] else {
            throw TokenEndpointError("invalid_request", "sub and target, or transfer_sub, are required.")
        }
        // The subject does not belong to a user of the team.
        guard Self.isSubject(subject) else { throw TokenEndpointError("invalid_request", "The sub is unknown.") }
        let id = Self.subject("transfer", subject, target)
        state.withLock { $0.transfers[id] = Transfer(subject: subject, team: target) }
        return ["transfer_sub": .string(id)]
    }

    private func person(of id: String, to team: String) throws(TokenEndpointError) -> JSONObject {
        let transfer = state.withLock { $0.transfers[id] }
        guard let transfer, transfer.team.hasSameBytes(as: team) else {
            throw TokenEndpointError("invalid_request", "The transfer_sub is unknown.")
        }
        let subject = Self.subject("person", transfer.subject, team)
        let name = DeterministicGenerator("relay", subject).text(10, of: "abcdefghijkmnpqrstuvwxyz23456789")
        return [
            "sub": .string(subject), "email": .string("\(name)@privaterelay.appleid.com"), "is_private_email": true,
        ]
    }

    /// Returns the client, authenticated by a secret that one of the team's keys signed. Any client id is accepted as a
    /// client of the team.
    private func client(of request: ExchangeRequest) throws(TokenEndpointError) -> RegisteredClient {
        guard let id = request["client_id"], let text = request["client_secret"],
            let secret = AppleClientSecret(text), let team = secret.team
        else { throw TokenEndpointError("invalid_client") }
        let app = DevelopmentApp(
            name: team, appleClientIDs: [id], appleTeamID: team, appleKeys: state.withLock { $0.keys[team] ?? [:] })
        let client = RegisteredClient(id, of: app, at: .apple)
        guard secret.isValid(for: client, now: Int64(request.now.timeIntervalSince1970.rounded(.down))) else {
            throw TokenEndpointError("invalid_client")
        }
        return client
    }

    private static func isSubject(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).map(\.utf8.count) == [6, 32, 4]
    }

    private static func subject(_ kind: String, _ subject: String, _ team: String) -> String {
        let digest = DeterministicGenerator(kind, subject, team)
        return "\(subject.prefix(6)).\(digest.hexadecimal).\(DeterministicGenerator("time", subject, team).digits(4))"
    }
}
