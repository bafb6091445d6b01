import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the codes of authenticator apps, with the test vectors of RFC 6238.
struct TOTPTests {
    private let code = TOTP(secret: Array("12345678901234567890".utf8))

    private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    /// The expected codes are the last six of the eight digits in appendix B.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func `the codes match the test vectors of RFC 6238`(seconds: Double, expected: String) {
        #expect(code.code(atStep: TOTP.step(at: time(seconds))) == expected)
    }

    @Test func `a code is accepted within one step of the clock, and only once`() {
        let step = TOTP.step(at: time(1_234_567_890))
        for (offset, isGood) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let presented = Secret(code.code(atStep: step + Int64(offset)))
            let found = code.step(of: presented, at: time(1_234_567_890), after: 0)
            #expect(found == (isGood ? step + Int64(offset) : nil))
            #expect(code.step(of: presented, at: time(1_234_567_890), after: step + 1) == nil)
        }
    }

    @Test(arguments: ["", "00592", "0059240", "005925", "OO5924", "005924 "])
    func `a malformed or wrong code is rejected`(text: String) {
        #expect(code.step(of: Secret(text), at: time(1_234_567_890), after: 0) == nil)
    }

    @Test func `the otpauth address contains the base32 secret, the issuer and the user`() {
        #expect(code.text.exposed == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        let address = code.address(issuer: "shop & co", person: "a+b@example.com").exposed
        #expect(
            address == "otpauth://totp/shop%20%26%20co:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=shop%20%26%20co&algorithm=SHA1&digits=6&period=30")
    }

    @Test func `a masked phone number shows its last two digits`() {
        #expect(PhoneNumber("+33612345678")?.masked == "+*********78")
    }

    @Test func `only six typed digits are read as a code`() {
        for (text, isCode) in [("123456", true), (" 123 456", true), ("12345", false), ("abcde-fghjk", false)] {
            if case .code(let code, nil) = SecondFactorInput(typed: text) {
                #expect(isCode && code.exposed == "123456")
            } else {
                #expect(!isCode)
            }
        }
    }
}
