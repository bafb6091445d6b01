import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// A provider whose keys the tests hold. Its tokens have real signatures and are verified as in production.
struct ProviderFixture {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let nonce = "n-0S6_WzA2Mj"

    let profile: ProviderProfile
    let source: FakeKeySource
    let verifier: ProviderTokenVerifier
    let signer: RSASigner

    init(_ profile: ProviderProfile, signer: RSASigner) throws {
        self.profile = profile
        self.signer = signer
        source = FakeKeySource(keySet(try signer.publicKey.publicMembers))
        let cache = JWKSCache(
            url: profile.keysURL, algorithm: profile.algorithm, source: source, clock: ManualClock().clock)
        verifier = ProviderTokenVerifier(profile: profile, keys: cache)
    }

    static func google() throws -> ProviderFixture { try ProviderFixture(.google, signer: .first) }
    static func apple() throws -> ProviderFixture { try ProviderFixture(.apple, signer: .second) }

    static let googleClaims: JSONObject = [
        "iss": "https://accounts.google.com", "azp": "ios.apps.test", "aud": "web.apps.test",
        "sub": "110169484474386276334", "email": "test.user.1@gmail.com", "email_verified": true,
        "at_hash": "HK6E_P6Dh8Y93mRNtsDB1Q", "nonce": .string(nonce), "name": "Test User 1",
        "picture": "https://pictures.test/1", "given_name": "Test", "family_name": "User 1", "iat": 1_799_999_900,
        "exp": 1_800_003_500,
    ]

    static let appleClaims: JSONObject = [
        "iss": "https://appleid.apple.com", "aud": "com.example.castmate",
        "sub": "001667.7f1e9b1f0d41426d8d8616e7d06be6f1.0433", "iat": 1_799_999_900, "exp": 1_800_086_300,
        "nonce": .string(nonce), "nonce_supported": true, "email": "x@privaterelay.appleid.com",
        "email_verified": "true", "is_private_email": "true", "real_user_status": 2, "auth_time": 1_799_999_899,
    ]

    var claims: JSONObject { profile.name == "google" ? Self.googleClaims : Self.appleClaims }

    var expectation: IDTokenExpectation {
        profile.name == "google"
            ? IDTokenExpectation(
                audiences: ["web.apps.test"], authorizedParties: ["ios.apps.test"], nonce: .raw(Self.nonce))
            : IDTokenExpectation(audiences: ["com.example.castmate"], nonce: .raw(Self.nonce))
    }

    func token(_ changes: (inout JSONObject) -> Void = { _ in }, header: JSONObject = [:]) throws -> String {
        var claims = claims
        changes(&claims)
        return try signer.token(header: header, payload: claims.serialized())
    }

    func verify(
        _ token: String, _ expectation: IDTokenExpectation? = nil, now: Date = Self.now
    ) async throws(TokenError) -> VerifiedIdentity {
        try await verifier.verify(token, expecting: expectation ?? self.expectation, now: now)
    }

    /// Returns the reason for rejecting the token, or nil if the token is accepted.
    func reason(
        _ token: String, _ expectation: IDTokenExpectation? = nil, now: Date = Self.now
    ) async -> TokenError.Reason? {
        do {
            _ = try await verify(token, expectation, now: now)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Returns the reason for refusing a token with this claim, or without the claim if the value is nil; nil if the
    /// token is accepted.
    func reason(claim name: String, _ value: JSONValue?, now: Date = Self.now) async throws -> TokenError.Reason? {
        await reason(try token { $0[name] = value }, now: now)
    }
}
