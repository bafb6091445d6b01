import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct StatedNameTests {
    @Test func `a plain name is taken`() throws {
        let name = try #require(StatedName(given: "Test", family: "User 1"))
        #expect(name.given == "Test" && name.family == "User 1")
        #expect(StatedName(given: "\u{E9}\u{4E2D}", family: nil)?.given == "\u{E9}\u{4E2D}")
    }

    @Test(arguments: [
        "", "a\nb", "a\u{0}", "\u{202E}evil", "a\u{2028}", String(repeating: "a", count: 201),
    ])
    func `what could do harm where it is shown is dropped`(text: String) {
        #expect(StatedName(given: text, family: nil) == nil)
        #expect(StatedName(given: text, family: "User")?.given == nil)
    }

    @Test func `a stated name is only for somebody who has none yet`() throws {
        let app = try #require(AppID("couple"))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let flow = BrowserFlow(
            app: app, provider: .apple, purpose: .page(role: nil), language: nil, browser: Data(), expiresAt: now,
            nonce: Secret("n"), verifier: Secret("v"))
        let verified = VerifiedIdentity(
            provider: "apple", subject: "1", clientID: "client", issuedAt: now, expiresAt: now, carriesNonce: true,
            tokenDigest: [1])
        let returned = ReturnedIdentity(verified, flow: flow, statedName: StatedName(given: "New", family: "Name"))
        #expect(returned.verified(known: nil).givenName == "New")
        var identity = Identity(
            app: app, provider: .apple, subject: "1", account: AccountID("a"), claims: IdentityClaims(),
            createdAt: now)
        #expect(returned.verified(known: identity).familyName == "Name")
        identity.claims.givenName = "Old"
        #expect(returned.verified(known: identity).givenName == nil)
        #expect(returned.verified(known: nil).email == nil)
    }
}
