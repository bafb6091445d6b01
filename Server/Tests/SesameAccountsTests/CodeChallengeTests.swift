import SesameAccounts
import SesameCore
import Testing

struct CodeChallengeTests {
    // The verifier of RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func `the verifier of RFC 7636 matches its challenge`() throws {
        let challenge = try #require(CodeChallenge(Self.challenge))
        #expect(challenge.isMet(by: Secret(Self.verifier)))
        #expect(CodeChallenge(of: Secret(Self.verifier)) == challenge)
        #expect(challenge.text == Self.challenge)
    }

    @Test(arguments: [
        "", challenge, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", verifier + "=", verifier + " ",
        String(verifier.dropLast()),
    ])
    func `another verifier does not match the challenge`(verifier: String) throws {
        #expect(try !#require(CodeChallenge(Self.challenge)).isMet(by: Secret(verifier)))
    }

    @Test(arguments: [
        String(repeating: "a", count: 42), String(repeating: "a", count: 129), String(repeating: "ä", count: 43),
        String(repeating: "a", count: 42) + "+",
    ])
    func `a verifier without 43 to 128 unreserved characters never matches`(verifier: String) {
        #expect(!CodeChallenge(of: Secret(verifier)).isMet(by: Secret(verifier)))
    }

    @Test(arguments: ["", "plain", challenge + "=", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c", challenge + "AA"])
    func `an invalid digest is rejected as a challenge`(text: String) {
        #expect(CodeChallenge(text) == nil)
    }
}
