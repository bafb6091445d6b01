import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

/// Tests of Apple's and Google's notifications, and of tokens that are not notifications.
@Suite struct SecurityEventTokenVerifierTests {
    static let providers = ["apple", "google"]

    @Test(arguments: providers) func `a valid notification is accepted`(name: String) async throws {
        let fixture = try EventFixture(name)
        let token = try await fixture.verify()
        #expect(token.id == "n1" && token.clientIDs == ["ours"])
        #expect(token.issuedAt == Date(timeIntervalSince1970: 1_799_999_900))
        #expect(await fixture.source.urls == [fixture.profile.keysURL])
    }

    @Test(arguments: providers, [nil, "JWT", "jwt", "secevent+jwt", "application/secevent+jwt"])
    func `a missing type and the types of a JWT or a security event are accepted`(name: String, type: String?)
        async throws
    {
        let fixture = try EventFixture(name)
        var header: JSONObject = [:]
        header["typ"] = type.map(JSONValue.string)
        #expect(await fixture.reason(header: header) == nil)
    }

    @Test(arguments: providers, ["at+jwt", "dpop+jwt", ""])
    func `a token of another type is rejected before any fetch`(name: String, type: String) async throws {
        let fixture = try EventFixture(name)
        #expect(await fixture.reason(header: ["typ": .string(type)]) == .wrongType)
        #expect(await fixture.source.fetches == 0)
    }

    @Test(arguments: providers, ["none", "HS256", "ES256", "PS256", "rs256"])
    func `an unexpected algorithm is rejected before any fetch`(name: String, algorithm: String) async throws {
        let fixture = try EventFixture(name)
        #expect(await fixture.reason(header: ["alg": .string(algorithm)]) == .algorithm)
        #expect(await fixture.source.fetches == 0)
    }

    @Test func `an ID token is rejected as a notification, and a notification as an ID token`() async throws {
        for fixture in try [ProviderFixture.google(), .apple()] {
            let events = try EventFixture(fixture.profile.name)
            let idToken = try fixture.token()
            #expect(await events.reason(of: idToken, clientIDs: fixture.expectation.audiences) == .wrongType)
            let notification = try fixture.token { claims in
                claims["events"] = .object([:])
                claims["jti"] = "n1"
            }
            #expect(await fixture.reason(notification) == .wrongType)
        }
    }

    @Test(arguments: providers) func `another key's signature is rejected`(name: String) async throws {
        let fixture = try EventFixture(name)
        let other = try name == "google" ? RSASigner.second : RSASigner.first
        let payload = fixture.claims.serialized()
        #expect(await fixture.reason(of: try other.token(payload: payload)) == .unknownKey)
        let disguised = try other.token(header: ["kid": .string(fixture.signer.keyID)], payload: payload)
        #expect(await fixture.reason(of: disguised) == .signature)
    }

    @Test(arguments: ["https://accounts.google.com/", "https://accounts.google.com"])
    func `Google's issuer is accepted with and without a final slash`(issuer: String) async throws {
        #expect(await (try EventFixture("google")).reason { $0["iss"] = .string(issuer) } == nil)
    }

    @Test(
        arguments: [
            ("apple", "https://appleid.apple.com/"), ("apple", "https://accounts.google.com/"),
            ("google", "https://appleid.apple.com"), ("google", "accounts.google.com"),
            ("google", "https://accounts.google.com//"),
        ])
    func `another issuer is rejected`(name: String, issuer: String) async throws {
        #expect(await (try EventFixture(name)).reason { $0["iss"] = .string(issuer) } == .issuer)
    }

    @Test(arguments: providers) func `a notification is accepted when any of its audiences is a client of the app`(
        name: String
    ) async throws {
        let fixture = try EventFixture(name)
        let token = try await fixture.verify { $0["aud"] = ["stranger", "other", "ours"] }
        #expect(token.clientIDs == ["ours", "other"])
        #expect(await fixture.reason { $0["aud"] = ["stranger", "OURS"] } == .audience)
        #expect(await fixture.reason { $0["aud"] = ["ours", 1] } == .audience)
        #expect(await fixture.reason { $0.remove("aud") } == .audience)
    }

    @Test(arguments: providers) func `a notification without a valid ID is rejected`(name: String)
        async throws
    {
        let fixture = try EventFixture(name)
        #expect(await fixture.reason { $0.remove("jti") } == .claim)
        #expect(await fixture.reason { $0["jti"] = "" } == .claim)
        #expect(await fixture.reason { $0["jti"] = .string(String(repeating: "j", count: 256)) } == .claim)
    }

    @Test func `Apple's notification is accepted until it expires`() async throws {
        let fixture = try EventFixture("apple")
        #expect(await fixture.reason { $0.remove("exp") } == .claim)
        #expect(await fixture.reason { $0["exp"] = 1_799_999_941 } == nil)
        #expect(await fixture.reason { $0["exp"] = 1_799_999_940 } == .expired)
    }

    @Test func `Google's notification is accepted for thirty days, whatever its expiry`() async throws {
        let fixture = try EventFixture("google")
        let oldest: Int64 = 1_800_000_000 - 30 * 86_400 - 59
        #expect(await fixture.reason { $0["exp"] = 1 } == nil)
        #expect(await fixture.reason { $0["iat"] = .integer(oldest) } == nil)
        #expect(await fixture.reason { $0["iat"] = .integer(oldest - 1) } == .tooOld)
    }

    @Test(arguments: providers) func `a notification is accepted before its expiresAt and rejected from then on`(
        name: String
    ) async throws {
        let fixture = try EventFixture(name)
        let token = try await fixture.verify()
        #expect(await fixture.reason(now: token.expiresAt.addingTimeInterval(-2)) == nil)
        #expect(await fixture.reason(now: token.expiresAt) != nil)
    }

    @Test(arguments: providers) func `a notification from the future is rejected`(name: String) async throws {
        let fixture = try EventFixture(name)
        #expect(await fixture.reason { $0["iat"] = 1_800_000_060 } == nil)
        #expect(await fixture.reason { $0["iat"] = 1_800_000_061 } == .issuedInFuture)
        #expect(await fixture.reason { $0["nbf"] = 1_800_000_061 } == .notYetValid)
    }

    @Test(arguments: providers) func `a notification fails with keysUnavailable when its keys are unavailable`(
        name: String
    ) async throws {
        let fixture = try EventFixture(name)
        await fixture.source.goDown()
        #expect(await fixture.reason() == .keysUnavailable)
    }
}
