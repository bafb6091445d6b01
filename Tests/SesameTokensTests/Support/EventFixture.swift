import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// A provider of notifications, with a signing key that the tests hold.
struct EventFixture {
    let profile: SecurityEventTokenProfile
    let source: FakeKeySource
    let verifier: SecurityEventTokenVerifier
    let signer: RSASigner
    let claims: JSONObject

    init(_ name: String) throws {
        let isApple = name == "apple"
        profile = isApple ? .apple : .google
        signer = try isApple ? .second : .first
        source = FakeKeySource(keySet(try signer.publicKey.publicMembers))
        verifier = SecurityEventTokenVerifier(
            profile: profile,
            keys: JWKSCache(
                url: profile.keysURL, algorithm: profile.algorithm, source: source, clock: ManualClock().clock))
        var claims: JSONObject = [
            "iss": .string(profile.issuers[0]), "aud": "ours", "iat": 1_799_999_900, "jti": "n1",
            "events": isApple ? Self.appleEvent : Self.googleEvents,
        ]
        if isApple { claims["exp"] = 1_800_086_300 }
        self.claims = claims
    }

    private static let appleEvent: JSONValue = #"{"type":"consent-revoked","sub":"1","event_time":1799999899500}"#
    private static let googleEvents: JSONValue = [
        "https://schemas.openid.net/secevent/risc/event-type/sessions-revoked": [
            "subject": ["subject_type": "iss-sub", "iss": "https://accounts.google.com/", "sub": "1"]
        ]
    ]

    func verify(
        header: JSONObject = [:], now: Date = ProviderFixture.now, _ change: (inout JSONObject) -> Void = { _ in }
    ) async throws -> VerifiedSecurityEventToken {
        var claims = claims
        change(&claims)
        return try await verify(try signer.token(header: header, payload: claims.serialized()), now: now)
    }

    private func verify(
        _ token: String, clientIDs: [String] = ["ours", "other"], now: Date
    ) async throws(TokenError) -> VerifiedSecurityEventToken {
        try await verifier.verify(Array(token.utf8), clientIDs: clientIDs, now: now)
    }

    /// Returns the reason for rejecting the changed notification, or nil if it is accepted.
    func reason(
        header: JSONObject = [:], now: Date = ProviderFixture.now, _ change: (inout JSONObject) -> Void = { _ in }
    ) async -> TokenError.Reason? {
        do {
            _ = try await verify(header: header, now: now, change)
            return nil
        } catch {
            return (error as? TokenError)?.reason
        }
    }

    func reason(of token: String, clientIDs: [String] = ["ours"]) async -> TokenError.Reason? {
        do {
            _ = try await verify(token, clientIDs: clientIDs, now: ProviderFixture.now)
            return nil
        } catch {
            return error.reason
        }
    }
}
