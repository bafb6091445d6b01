import SesameCore
import SesameDevelopmentProviders
import SesameTokens
import SesameWire
import Testing

@Suite struct `Faults in tokens` {
    let rig = Rig()
    let client = "com.example.castmate"

    private func mint(_ effect: FaultEffect, _ order: MintRequest) async throws -> MintedToken {
        rig.providers.faults.add(Fault(effect: effect, times: 1))
        return try await rig.providers.apple.mint(order)
    }

    @Test func `a token with a wrong issuer is rejected`() async throws {
        let token = try await mint(.wrongIssuer, MintRequest(client: .app("castmate")))
        #expect(token.claims["iss"] == "https://appleid.apple.example")
        let error = await #expect(throws: TokenError.self) {
            try await rig.verify(token.idToken, .apple, audiences: [client])
        }
        #expect(error?.reason == .issuer)
    }

    @Test func `boolean claims about the email address become strings`() async throws {
        let token = try await mint(
            .stringBooleans, MintRequest(client: .app("castmate"), person: .testUser(2), claims: ["x": true]))
        #expect(token.claims["email_verified"] == "true")
        #expect(token.claims["is_private_email"] == "true")
        #expect(token.claims["nonce_supported"] == true)
        let identity = try await rig.verify(token.idToken, .apple, audiences: [client])
        #expect(identity.emailVerified && identity.isPrivateEmail)
    }

    @Test func `a system without nonce support sends no nonce and says so`() async throws {
        let token = try await mint(.nonceUnsupported, MintRequest(client: .app("castmate"), nonce: .raw("n")))
        #expect(token.claims["nonce_supported"] == false)
        #expect(!token.claims.contains("nonce"))
    }

    @Test func `a token without an email address has no claims about it either`() async throws {
        let token = try await mint(.missingEmail, MintRequest(client: .app("castmate"), person: .testUser(2)))
        for name in ["email", "email_verified", "is_private_email"] { #expect(!token.claims.contains(name)) }
    }

    @Test func `the claims of the token request override the fault's`() async throws {
        let token = try await mint(
            .wrongIssuer, MintRequest(client: .app("castmate"), claims: ["iss": "https://example.com"]))
        #expect(token.claims["iss"] == "https://example.com")
    }

    @Test func `a fault of one provider does not change the other's tokens`() async throws {
        rig.providers.faults.add(Fault(provider: .google, effect: .missingEmail))
        #expect(try await rig.providers.apple.mint(MintRequest(client: .app("castmate"))).claims.contains("email"))
        #expect(try await !rig.providers.google.mint(MintRequest(client: .app("castmate"))).claims.contains("email"))
    }

    @Test func `a rejected token request uses up no fault`() async throws {
        rig.providers.faults.add(Fault(effect: .missingEmail, times: 1))
        await #expect(throws: ProviderError.self) {
            try await rig.providers.apple.mint(MintRequest(client: .app("nobody")))
        }
        let person = MintRequest.Person.known(subject: "1", email: nil)
        await #expect(throws: ProviderError.self) {
            try await rig.providers.apple.mint(
                MintRequest(client: .app("castmate"), person: person), batch: TokenBatch(count: 2, distinct: .people))
        }
        #expect(rig.providers.faults.all.count == 1)
    }
}
