import Testing

@testable import SesameAccounts

struct UnverifiedNameTests {
    @Test func `a plain name is accepted`() throws {
        let name = try #require(UnverifiedName(given: "Test", family: "User 1"))
        #expect(name.given == "Test" && name.family == "User 1")
        #expect(UnverifiedName(given: "\u{E9}\u{4E2D}", family: nil)?.given == "\u{E9}\u{4E2D}")
    }

    @Test(arguments: [
        "", "a\nb", "a\u{0}", "\u{202E}evil", "a\u{2028}", String(repeating: "a", count: 201),
    ])
    func `an empty, unsafe or too long name is dropped`(text: String) {
        #expect(UnverifiedName(given: text, family: nil) == nil)
        #expect(UnverifiedName(given: text, family: "User")?.given == nil)
    }

    @Test func `a stated name is used only if none is known, and changes nothing else`() throws {
        let name = try #require(UnverifiedName(given: "New", family: "Name"))
        let bare = IdentityClaims(email: "a@example.com", emailVerified: true)
        #expect(
            bare.named(name)
                == IdentityClaims(email: "a@example.com", emailVerified: true, givenName: "New", familyName: "Name"))
        for known in [IdentityClaims(givenName: "Old"), IdentityClaims(familyName: "Old")] {
            #expect(known.named(name) == known)
        }
        #expect(bare.named(nil) == bare)
    }
}
