import Foundation
import SesameCore
import SesameTokens
import Testing

@Suite struct GoogleIdentityTests {
    @Test func `a Google ID token is read as the user's identity, which prints no personal data`() async throws {
        let fixture = try ProviderFixture.google()
        let identity = try await fixture.verify(try fixture.token())
        #expect(identity.provider == "google")
        #expect(identity.subject == "110169484474386276334")
        #expect(identity.clientID == "web.apps.test")
        #expect(identity.authorizedParty == "ios.apps.test")
        #expect(identity.email == "test.user.1@gmail.com")
        #expect(identity.emailVerified)
        #expect(identity.displayName == "Test User 1")
        #expect(identity.givenName == "Test")
        #expect(identity.familyName == "User 1")
        #expect(identity.photoURL == "https://pictures.test/1")
        #expect(identity.issuedAt.timeIntervalSince1970 == 1_799_999_900)
        #expect(identity.expiresAt.timeIntervalSince1970 == 1_800_003_500)
        #expect(identity.authenticatedAt == nil)
        #expect(!identity.isPrivateEmail)
        var printed = "\(identity) \(String(reflecting: identity))"
        dump(identity, to: &printed)
        for personal in [identity.subject, "test.user", "Test", "pictures"] { #expect(!printed.contains(personal)) }
    }

    @Test(
        arguments: [
            ("a@gmail.com", true, nil, true), ("a@GMAIL.com", true, nil, true), ("a@gmail.com", false, nil, false),
            ("a@gmail.com", nil, nil, false), ("a@example.com", true, nil, false),
            ("a@example.com", true, "example.com", true), ("a@example.com", false, "example.com", false),
            ("a@notgmail.com", true, nil, false), ("gmail.com", true, nil, false),
            ("a@gmail.com.test", true, nil, false),
            ("a@gmail.com@example.com", true, nil, false), ("a@example.com@gmail.com", true, nil, false),
            ("a@gmail.\u{441}om", true, nil, false),
            (nil, true, "example.com", false),
        ] as [(JSONValue?, JSONValue?, JSONValue?, Bool)])
    func `an email address is authoritative only where Google runs the mailbox or the domain`(
        email: JSONValue?, verified: JSONValue?, hostedDomain: JSONValue?, isAuthoritative: Bool
    ) async throws {
        let fixture = try ProviderFixture.google()
        let token = try fixture.token {
            $0["email"] = email
            $0["email_verified"] = verified
            $0["hd"] = hostedDomain
        }
        #expect(try await fixture.verify(token).emailIsAuthoritative == isAuthoritative)
    }

    @Test(
        arguments: [
            (true, true), ("true", true), (false, false), ("false", false), ("TRUE", false), ("yes", false), (1, false),
            ("1", false), (nil, false), ([true], false), (.some(.null), false), ("true ", false),
        ] as [(JSONValue?, Bool)])
    func `a flag is true only as the boolean or the word true`(value: JSONValue?, expected: Bool) async throws {
        let fixture = try ProviderFixture.google()
        #expect(try await fixture.verify(try fixture.token { $0["email_verified"] = value }).emailVerified == expected)
    }

    @Test func `invalid details are left out`() async throws {
        let fixture = try ProviderFixture.google()
        let identity = try await fixture.verify(
            try fixture.token {
                $0["email"] = "a@gmail.com\r\nBcc: b@gmail.com"
                $0["name"] = 1
                $0["given_name"] = .string(String(repeating: "x", count: 513))
                $0["family_name"] = ""
                $0["picture"] = "javascript:alert(1)"
                $0["hd"] = ["example.com"]
            })
        #expect(identity.email == nil)
        #expect(!identity.emailVerified)
        #expect(identity.displayName == nil)
        #expect(identity.givenName == nil)
        #expect(identity.familyName == nil)
        #expect(identity.photoURL == nil)
        #expect(identity.hostedDomain == nil)
    }

    @Test func `a Google token without a nonce is rejected`() async throws {
        let fixture = try ProviderFixture.google()
        let token = try fixture.token {
            $0["nonce"] = nil
            $0["nonce_supported"] = false
        }
        #expect(await fixture.reason(token) == .nonce)
    }
}
