import Foundation
import SesameCore
import SesameTokens
import SesameWire
import Testing

@Suite struct AppleIdentityTests {
    @Test func `an Apple ID token is read as the user's identity`() async throws {
        let fixture = try ProviderFixture.apple()
        let identity = try await fixture.verify(try fixture.token { $0["transfer_sub"] = "001.abc.2" })
        #expect(identity.provider == "apple")
        #expect(identity.subject == "001667.7f1e9b1f0d41426d8d8616e7d06be6f1.0433")
        #expect(identity.clientID == "com.example.castmate")
        #expect(identity.authorizedParty == nil)
        #expect(identity.emailVerified)
        #expect(identity.isPrivateEmail)
        #expect(identity.emailIsAuthoritative)
        #expect(identity.realUserStatus == .likelyReal)
        #expect(identity.transferSubject == "001.abc.2")
        #expect(identity.authenticatedAt?.timeIntervalSince1970 == 1_799_999_899)
        #expect(identity.displayName == nil)
    }

    @Test(
        arguments: [
            (true, true), ("true", true), (false, false), ("false", false), (1, false), (nil, false),
        ] as [(JSONValue?, Bool)])
    func `a flag is read as a boolean and as text`(value: JSONValue?, expected: Bool) async throws {
        let fixture = try ProviderFixture.apple()
        let identity = try await fixture.verify(
            try fixture.token {
                $0["email_verified"] = value
                $0["is_private_email"] = value
            })
        #expect(identity.emailVerified == expected)
        #expect(identity.isPrivateEmail == expected)
    }

    @Test func `an ID token without an email address is accepted`() async throws {
        let fixture = try ProviderFixture.apple()
        let identity = try await fixture.verify(try fixture.token { $0["email"] = nil })
        #expect(identity.email == nil)
        #expect(!identity.emailVerified)
        #expect(!identity.isPrivateEmail)
    }

    @Test(
        arguments: [(0, .unsupported), (1, .unknown), (2, .likelyReal), (3, nil), ("2", nil), (nil, nil)]
            as [(JSONValue?, VerifiedIdentity.RealUserStatus?)])
    func `an undocumented real-user status reads as nil`(
        value: JSONValue?, expected: VerifiedIdentity.RealUserStatus?
    ) async throws {
        let fixture = try ProviderFixture.apple()
        let identity = try await fixture.verify(try fixture.token { $0["real_user_status"] = value })
        #expect(identity.realUserStatus == expected)
    }

    @Test(
        arguments: [(false, true), (true, false), (nil, false), ("false", false), (0, false), (.some(.null), false)]
            as [(JSONValue?, Bool)])
    func `a missing nonce is accepted only where configured and declared unsupported by the token`(
        supported: JSONValue?, isAccepted: Bool
    ) async throws {
        var profile = ProviderProfile.apple
        profile.missingNonce = .acceptedWhereUnsupported
        let lenient = try ProviderFixture(profile, signer: .second)
        let strict = try ProviderFixture.apple()
        let token = try lenient.token {
            $0["nonce"] = nil
            $0["nonce_supported"] = supported
        }
        #expect(await lenient.reason(token) == (isAccepted ? nil : .nonce))
        #expect(await strict.reason(token) == .nonce)
    }

    @Test func `a wrong nonce is rejected even where a missing one is accepted`() async throws {
        var profile = ProviderProfile.apple
        profile.missingNonce = .acceptedWhereUnsupported
        let fixture = try ProviderFixture(profile, signer: .second)
        let token = try fixture.token {
            $0["nonce"] = "other"
            $0["nonce_supported"] = false
        }
        #expect(await fixture.reason(token) == .nonce)
    }

    @Test func `an Apple client secret is rejected as an ID token`() async throws {
        let fixture = try ProviderFixture.apple()
        let secret: JSONObject = [
            "iss": "ABCDE12345", "iat": 1_799_999_900, "exp": 1_800_000_500, "aud": "https://appleid.apple.com",
            "sub": "com.example.castmate",
        ]
        #expect(await fixture.reason(try fixture.signer.token(payload: secret.serialized())) == .issuer)
    }
}
