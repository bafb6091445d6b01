import Crypto
import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@testable import SesameAccounts

/// A test double of Apple that signs ID tokens and notifications, answers code exchanges as configured, and records
/// exchanges and revocations. It signs with ES256, which is faster than Apple's RS256.
final class AppleDouble: ProviderCodeExchange {
    static let native = "com.example.couple"
    static let web = "com.example.couple.web"

    /// The response to a code exchange.
    enum Answer: Sendable {
        case tokens(subject: String, refreshToken: String?)
        case refusal(AuthError.Code)
    }

    private struct State {
        var answer = Answer.tokens(subject: "1", refreshToken: "r1")
        var exchanges: [String] = []
        var count = 0
        var revoked: [String] = []
        var isDown = false
    }

    private let profile = ProviderProfile(
        name: "apple", issuers: ["https://appleid.apple.com"], algorithm: .es256, keysURL: "https://apple.test/keys",
        authoritativeEmailDomains: ["icloud.com"])
    private let pem = P256.Signing.PrivateKey().pemRepresentation
    private let clock: ManualClock
    private let served: AppID
    private let state = Locked(State())

    init(serving app: AppID, clock: ManualClock) {
        served = app
        self.clock = clock
    }

    /// Sets the response to all further code exchanges.
    func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

    /// The exchanged codes, successful or not, each with its client id after a space.
    var exchanges: [String] { state.withLock(\.exchanges) }

    /// The revoked refresh tokens, each with its client id after a space.
    var revoked: [String] { state.withLock(\.revoked) }

    /// Makes revocations fail, or succeed again.
    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    func verifier() throws -> CredentialVerifier {
        CredentialVerifier([.apple: ProviderTokenVerifier(profile: profile, keys: try keys())])
    }

    /// Returns a verifier that accepts the notifications of ``notification(_:of:)``.
    func notificationVerifier() throws -> NotificationVerifier {
        let events = SecurityEventTokenProfile(
            issuers: profile.issuers, algorithm: .es256, keysURL: profile.keysURL, validity: .untilExpiry,
            events: ProviderEvent.apple)
        return NotificationVerifier([.apple: SecurityEventTokenVerifier(profile: events, keys: try keys())])
    }

    private func keys() throws -> JWKSCache {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey.rawRepresentation
        return JWKSCache(
            url: profile.keysURL, algorithm: .es256,
            source: FixedKeys(
                keys: JSONWebKeySet([
                    try JSONWebKey(p256X: Array(key.prefix(32)), y: Array(key.suffix(32)), keyID: "k")
                ]).serialized()),
            clock: TokenClock(wall: { [clock] in clock.now }))
    }

    /// Returns a new ID token that is valid for an hour. No two tokens are equal.
    ///
    /// - Parameter email: An address that Apple has verified.
    func token(
        _ subject: String, nonce: String? = nil, clientID: String = native, email: String? = nil
    ) throws -> Secret {
        let now = Int64(clock.now.timeIntervalSince1970)
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        var claims: JSONObject = [
            "iss": "https://appleid.apple.com", "aud": .string(clientID), "sub": .string(subject),
            "iat": .integer(now), "exp": .integer(now + 3_600), "c_hash": .string("\(number)"),
        ]
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["email"] = email.map(JSONValue.string)
        claims["email_verified"] = email.map { _ in true }
        return try sign(claims)
    }

    /// Returns a signed notification about a user, of one of Apple's types such as `consent-revoked`.
    func notification(_ type: String, of subject: String) throws -> Secret {
        let now = Int64(clock.now.timeIntervalSince1970)
        let event: JSONObject = [
            "type": .string(type), "sub": .string(subject), "event_time": .integer(now * 1_000),
        ]
        return try sign([
            "iss": "https://appleid.apple.com", "aud": .string(Self.native), "iat": .integer(now),
            "exp": .integer(now + 3_600), "jti": .string("\(type) \(now)"),
            "events": .string(String(decoding: event.serialized(), as: UTF8.self)),
        ])
    }

    private func sign(_ claims: JSONObject) throws -> Secret {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        return Secret(try CompactJWS.sign(header: ["kid": "k"], payload: claims.serialized(), with: key))
    }

    func serves(_ identity: VerifiedIdentity, from provider: Provider, of app: AppID) -> Bool {
        provider == .apple && app == served
    }

    func tokens(
        for code: Secret, from provider: Provider, of app: AppID, clientID: String, at now: Date
    ) async throws(AccountError) -> ProviderTokens {
        let answer = state.withLock { state in
            state.exchanges.append("\(code.exposed) \(clientID)")
            return state.answer
        }
        switch answer {
        case .refusal(let code): throw AccountError(code, "no")
        case .tokens(let subject, let refreshToken):
            guard let idToken = try? token(subject, clientID: clientID) else {
                throw AccountError(.internal, "no token")
            }
            return ProviderTokens(idToken: idToken, refreshToken: refreshToken.map { Secret($0) })
        }
    }

    func revoke(_ token: Secret, kept: SealedProviderToken, at now: Date) async throws(AccountError) {
        guard !state.withLock(\.isDown) else { throw AccountError(.providerUnavailable, "no") }
        state.withLock { $0.revoked.append("\(token.exposed) \(kept.clientID)") }
    }

    private struct FixedKeys: JWKSSource {
        let keys: [UInt8]

        func fetch(_ url: String) async throws -> JWKSResponse { JWKSResponse(status: 200, body: keys) }
    }
}
