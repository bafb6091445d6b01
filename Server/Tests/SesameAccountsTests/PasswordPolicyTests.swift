import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

struct PasswordPolicyTests {
    private func code(_ password: String, minimum: Int = 8) throws -> AuthError.Code? {
        PasswordPolicy(minLength: minimum).refusal(
            of: Secret(password), for: PasswordOwner(EmailAddress("petronella@example.com")),
            in: try #require(AppID("castmate")))?
            .code
    }

    @Test(arguments: [
        "password", "Password1", "P@ssw0rd", "passw0rd!", "12345678", "123456789", "87654321", "11111111", "aaaaaaaa",
        "abcabcabc", "qwertyui", "azertyuiop", "1q2w3e4r", "iloveyou", "sunshine1", "Princess!", "football123",
        "dragon2024", "letmein!!", "trustno1", "dr4g0n99", "superman", "Michael1", "19901231", "31121990", "12311990",
        "motdepasse", "marseille13", "bonjour123", "monkeymonkey", "123password", "charlie1", "Olivier75", "abcd1234",
        "petronella", "petronella1", "castmate", "Castmate2025", "c4stm4t3",
    ])
    func `a guessable password is rejected`(password: String) throws {
        #expect(try code(password) == .weakPassword)
    }

    @Test(arguments: [
        "three small green boats", "xkqpvmzw", "correct horse battery staple", "        ", "vjq8m2ks", "74920385",
        "bleu lagon 47 tartines", "\u{1F468}\u{200D}\u{1F469}\u{1F680}\u{1F4A9}\u{1F427}\u{1F431}\u{1F436}\u{1F439}",
    ])
    func `a password needs no particular mix of characters`(password: String) throws {
        #expect(try (code(password) == nil) == (password != "        "))
    }

    @Test func `the minimum length counts characters and is set by the app`() throws {
        #expect(try code("xkqpvmz") == .weakPassword)
        #expect(try code("xkqpvmz", minimum: 6) == nil)
        #expect(try code("xkqpv", minimum: 6) == .weakPassword)
        #expect(try code("\u{E9}\u{E8}\u{E0}\u{F9}\u{E7}") == .weakPassword)
    }

    @Test(arguments: [
        ("Test.User.1@Example.COM", "test.user.1@example.com"), ("a+b@x.co", "a+b@x.co"),
        ("x..y@docomo.example", "x..y@docomo.example"), ("o'neil@a-b.example", "o'neil@a-b.example"),
    ])
    func `an email address is stored in lower case`(text: String, kept: String) {
        #expect(EmailAddress(text)?.description == kept)
    }

    @Test(arguments: [
        "", "a", "@", "a@", "@b.c", "a@b", "a b@c.de", "a@b..c", "a@-b.de", "a@b-.de", "a@b.de\n",
        "a@b.de\r\nBcc: x@y.z",
        "a\u{0}@b.de", "\"a\"@b.de", "a@[127.0.0.1]", "<a@b.de>", "a,b@c.de", "\u{E9}@b.de", "a@\u{E9}.de", ".a@b.de",
        "a.@b.de", "a@b@c.de\u{7F}", String(repeating: "a", count: 65) + "@b.de",
        "a@" + String(repeating: "b.", count: 126) + "de",
    ])
    func `an invalid email address is rejected`(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func `a phone number is stored in E.164 format, and an invalid one is rejected`() {
        #expect(PhoneNumber("+33 6 12-34 (56) 78")?.description == "+33612345678")
        for text in ["33612345678", "+0612345678", "+3361", "+3361234567890123", "+33a12345678", "", "+"] {
            #expect(PhoneNumber(text) == nil, "\(text)")
        }
    }
}
