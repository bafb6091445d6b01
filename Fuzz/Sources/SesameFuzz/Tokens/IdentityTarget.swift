import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// A target for ID tokens with any claims and a valid signature: accepted if and only if a second implementation of the
/// rules accepts them.
struct IdentityTarget: FuzzTarget {
    private let key: FuzzKey
    private let verifiers: [ProviderTokenVerifier]
    private static let expectation = IDTokenExpectation(
        audiences: ["web.apps.test", "app.test"], authorizedParties: ["ios.apps.test"], nonce: .raw("n-1"))

    init() throws {
        let key = try FuzzKey()
        self.key = key
        verifiers = [ProviderProfile.google, .apple].map { profile in
            var profile = profile
            profile.algorithm = .es256
            if profile.name == "apple" { profile.missingNonce = .acceptedWhereUnsupported }
            let cache = JWKSCache(
                url: profile.keysURL, algorithm: .es256, source: FixedKeys(set: JSONWebKeySet([key.publicKey])),
                clock: TokenClock(wall: { TokenTime.now }))
            waiting { _ = try? await cache.key(FuzzKey.keyID) }
            return ProviderTokenVerifier(profile: profile, keys: cache)
        }
    }

    func run(_ input: [UInt8]) {
        let token = key.token(type: "JWT", payload: input)
        let claims = (try? JSONValue(parsing: input))?.object
        for verifier in verifiers {
            let identity = try? verifier.verifyWithCachedKeys(token, expecting: Self.expectation, now: TokenTime.now)
            let isDue = token.count <= 16_384 && claims.map { mayEnter($0, verifier.profile) } == true
            check((identity != nil) == isDue, "\(verifier.profile.name): accepted if the rules say so")
            if let identity, let claims { requireTrue(identity, claims) }
        }
    }

    /// Returns true if the rules of OpenID Connect Core and of the two vendors, implemented independently of the
    /// verifier, accept the claims.
    private func mayEnter(_ claims: JSONObject, _ profile: ProviderProfile) -> Bool {
        let now = TokenTime.seconds
        guard !claims.contains("events"), isOne(claims["iss"], of: profile.issuers),
            isAudience(claims["aud"]), isNonce(claims, profile),
            TokenTime.allows(claims["azp"], { isOne($0, of: ["web.apps.test", "app.test", "ios.apps.test"]) }),
            let subject = claims["sub"]?.string, (1...255).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let issued = TokenTime.time(claims["iat"]), let expiry = TokenTime.time(claims["exp"])
        else { return false }
        return issued <= now + 60 && issued >= now - 86_400 && expiry > now - 60
            && TokenTime.allows(claims["nbf"]) { TokenTime.time($0).map { $0 <= now + 60 } ?? false }
            && TokenTime.allows(claims["auth_time"]) { TokenTime.time($0) != nil }
    }

    private func isAudience(_ value: JSONValue?) -> Bool {
        let ours = Self.expectation.audiences
        guard let list = value?.array else { return isOne(value, of: ours) }
        return !list.isEmpty && list.allSatisfy { isOne($0, of: ours) }
    }

    private func isNonce(_ claims: JSONObject, _ profile: ProviderProfile) -> Bool {
        if let nonce = claims["nonce"] { return nonce == "n-1" }
        return profile.name == "apple" && claims["nonce_supported"] == false
    }

    private func isOne(_ value: JSONValue?, of names: [String]) -> Bool {
        names.contains { value == .string($0) }
    }

    /// Checks the identity against the claims: the values come from the token, only `email_verified` makes the email
    /// address verified, and the photo's URL is https.
    private func requireTrue(_ identity: VerifiedIdentity, _ claims: JSONObject) {
        check(claims["sub"] == .string(identity.subject), "the subject is the token's")
        check(claims["exp"] == .integer(Int64(identity.expiresAt.timeIntervalSince1970)), "so is the expiry")
        check(Self.expectation.audiences.contains(identity.clientID), "the client is the app's")
        for (told, name) in [
            (identity.email, "email"), (identity.givenName, "given_name"), (identity.photoURL, "picture"),
        ] {
            check(told == nil || claims[name] == told.map(JSONValue.string), "\(name) is the token's")
        }
        let isVerified = claims["email_verified"] == true || claims["email_verified"] == "true"
        check(!identity.emailVerified || (isVerified && identity.email != nil), "only the provider verifies an address")
        check(!identity.emailIsAuthoritative || identity.emailVerified, "an address that proves something is verified")
        check(identity.photoURL?.hasPrefix("https://") ?? true, "a picture's address is https")
    }

    func mutate(_ input: [UInt8], seed: UInt64) -> [UInt8]? { Self.claims.mutate(input, seed: seed) }

    private static let claims = JSONMutator(
        values: TokenTime.values + [
            #""https://accounts.google.com""#, #""accounts.google.com""#, #""https://appleid.apple.com""#,
            #""https://account.apple.com""#, #""https://appleid.apple.com/""#, #""web.apps.test""#, #""app.test""#,
            #""ios.apps.test""#, #""web.apps.tesT""#, #"["web.apps.test"]"#, #"["web.apps.test","ios.apps.test"]"#,
            #""n-1""#, #""n-2""#, #""subject""#, #""two words""#, #""e\u0301""#, #""x@gmail.com""#, #""x@y@gmail.com""#,
            #""https://pictures.test/1""#, #""http://pictures.test/1""#,
        ],
        names: [
            "iss", "aud", "azp", "sub", "iat", "exp", "nbf", "auth_time", "nonce", "nonce_supported", "events", "email",
            "email_verified", "is_private_email", "hd", "name", "given_name", "family_name", "picture",
            "real_user_status", "transfer_sub",
        ])
}
