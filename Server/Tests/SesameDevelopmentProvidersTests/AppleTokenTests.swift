import Foundation
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import Testing

@Suite struct `Apple's tokens` {
    let rig = Rig()
    let client = "com.example.castmate"

    @Test func `a token for an app verifies against the published keys`() async throws {
        let token = try await rig.providers.apple.mint(
            MintRequest(client: .app("castmate"), person: .testUser(2), nonce: .raw("abc")))
        let identity = try await rig.verify(token.idToken, .apple, audiences: [client], nonce: .sha256Hex("abc"))
        #expect(identity.clientID == client)
        #expect(identity.emailVerified)
        #expect(identity.isPrivateEmail)
        #expect(identity.realUserStatus == .likelyReal)
        #expect(identity.authenticatedAt == Rig.start)
        #expect(identity.expiresAt == Rig.start.addingTimeInterval(86_400))
    }

    @Test func `a token has the claims and header that Apple sends`() async throws {
        let parts = try await rig.mint(.apple, ["app": "castmate", "nonce": "n"])
        #expect(parts.header.members.map(\.name) == ["kid", "alg"])
        #expect(try #require(parts.header["kid"]?.string).wholeMatch(of: /[0-9A-Za-z]{10}/) != nil)
        #expect(
            parts.claims.members.map(\.name) == [
                "iss", "aud", "exp", "iat", "sub", "nonce", "c_hash", "email", "email_verified", "auth_time",
                "nonce_supported", "real_user_status",
            ])
        #expect(parts.claims["iss"] == "https://appleid.apple.com")
        #expect(try #require(parts.claims["sub"]?.string).wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil)
        #expect(parts.claims["nonce"] == "n")
        #expect(parts.claims["nonce_supported"] == true)
    }

    @Test func `a raw nonce appears in the claim as its hash`() async throws {
        let parts = try await rig.mint(.apple, ["app": "castmate", "rawNonce": "abc"])
        #expect(parts.claims["nonce"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func `a Test User with an even number hides the email address`() async throws {
        let parts = try await rig.mint(.apple, ["app": "castmate", "user": 2])
        let email = try #require(parts.claims["email"]?.string)
        #expect(email.wholeMatch(of: /[a-z0-9]{10}@privaterelay\.appleid\.com/) != nil)
        #expect(parts.claims["is_private_email"] == true)
    }

    @Test func `a user has a different subject and relay address for another team`() async throws {
        let first = try await rig.mint(.apple, ["app": "castmate", "user": 2])
        let second = try await rig.mint(.apple, ["app": "couple", "user": 2])
        #expect(first.claims["sub"] != second.claims["sub"])
        #expect(first.claims["email"] != second.claims["email"])
    }

    @Test func `a user has one subject for all clients of a team`() async throws {
        let first = try await rig.mint(.apple, ["app": "castmate"])
        let second = try await rig.mint(.apple, ["clientID": "com.example.castmate.web"])
        #expect(first.claims["sub"] == second.claims["sub"])
    }
}
