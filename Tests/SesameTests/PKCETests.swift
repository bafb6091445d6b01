import SesameCore
import Testing

@testable import Sesame

@Suite struct PKCETests {
    @Test func `the verifier of RFC 7636 appendix B has the challenge given there`() {
        let pair = PKCE(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(pair.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `each new pair has a unique verifier of 43 unreserved characters`() {
        let verifiers = (0..<50).map { _ in PKCE().verifier.exposed }
        #expect(Set(verifiers).count == 50)
        #expect(
            verifiers.allSatisfy {
                $0.utf8.count == 43 && $0.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
            })
    }
}
