import Foundation
import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import Testing

@Suite struct `Google's tokens` {
    let rig = Rig()
    let web = "1-web.apps.googleusercontent.com"

    @Test func `a token for an app verifies against the published keys`() async throws {
        let token = try await rig.providers.google.mint(MintRequest(client: .app("castmate"), nonce: .raw("abc")))
        let identity = try await rig.verify(token.idToken, .google, audiences: [web], nonce: .raw("abc"))
        #expect(identity.clientID == web)
        #expect(identity.email == "test.user.1@example.com")
        #expect(identity.emailVerified)
        #expect(identity.displayName == "Test User 1")
        #expect(identity.givenName == "Test")
        #expect(identity.familyName == "User 1")
        #expect(identity.expiresAt == Rig.start.addingTimeInterval(3_600))
    }

    @Test func `a token has the claims and header that Google sends`() async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "nonce": "n"])
        #expect(parts.header.members.map(\.name) == ["alg", "kid", "typ"])
        #expect(parts.header["typ"] == "JWT")
        #expect(try #require(parts.header["kid"]?.string).wholeMatch(of: /[0-9a-f]{40}/) != nil)
        #expect(
            parts.claims.members.map(\.name) == [
                "iss", "azp", "aud", "sub", "email", "email_verified", "at_hash", "nonce", "name", "picture",
                "given_name", "family_name", "iat", "exp",
            ])
        #expect(parts.claims["iss"] == "https://accounts.google.com")
        #expect(parts.claims["azp"] == parts.claims["aud"])
        #expect(try #require(parts.claims["sub"]?.string).wholeMatch(of: /1[0-9]{20}/) != nil)
        #expect(parts.claims["nonce"] == "n")
        #expect(parts.claims["iat"] == .integer(rig.now))
    }

    @Test func `a raw nonce appears in the claim unchanged`() async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "rawNonce": "raw"])
        #expect(parts.claims["nonce"] == "raw")
    }

    @Test func `a user of a Workspace domain has an hd claim`() async throws {
        let parts = try await rig.mint(.google, ["app": "castmate", "user": 3])
        #expect(parts.claims["hd"] == "example.org")
        #expect(parts.claims["email"] == "test.user.3@example.org")
    }

    @Test func `a token can be issued for an unregistered client id`() async throws {
        let parts = try await rig.mint(.google, ["clientID": "stranger"])
        #expect(parts.claims["aud"] == "stranger")
        await #expect(throws: TokenError.self) {
            try await rig.verify(parts.token, .google, audiences: [web])
        }
    }

    @Test func `Apple's verifier rejects Google's token`() async throws {
        let token = try await rig.providers.google.mint(MintRequest(client: .app("castmate")))
        await #expect(throws: TokenError.self) {
            try await rig.verify(token.idToken, .apple, audiences: [web])
        }
    }
}
