import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the rules that refuse weak passwords, and of strong passwords that no rule refuses.
struct PasswordWeaknessTests {
    private static let owner = PasswordOwner(
        EmailAddress("petra.vandam@mailhost.example"), names: ["Zoë Müller", "Bob", nil],
        profile: ["firstName": "Octavia", "city": "Xanadoo"])

    private func weakness(_ password: String, minimum: Int = 8, of owner: PasswordOwner? = Self.owner) throws
        -> PasswordWeakness?
    {
        PasswordPolicy(minLength: minimum).weakness(
            of: Secret(password), for: owner, in: try #require(AppID("castmate")))
    }

    @Test(arguments: [
        "petra.vandam@mailhost.example", "xk petra.vandam qp", "PetraVandam!", "p3tr4-and-boats", "my vandam boat",
        "boat at mailhost", "MÜLLER boats", "muller boats", "OCTAVIA boats", "bob91735", "castmate",
        "C4stm4te22",
    ])
    func `a password that contains the user's email address or name is rejected`(password: String) throws {
        #expect(try weakness(password) == .personal)
        #expect(try weakness(password, of: nil) != .personal || password.lowercased().hasPrefix("c"))
    }

    @Test(arguments: ["bobsled in July", "xanadoo boats", "castmate boats", "com example boats"])
    func `a password may contain short names, other profile fields and the app's name`(password: String) throws {
        #expect(try weakness(password) == nil)
    }

    @Test(arguments: [
        "password1234567", "qwerty123456", "1q2w3e4r5t", "$un$h1n3", "5un5h1n31!", "!!dragon77",
        "dragonqwerty",
        "Dragon1!Dragon1!", "iLoveYou2", "a1234567", "123456781!", "motdepasse", "licorne!", "pässword", "ｐａｓｓｗｏｒｄ",
    ])
    func `a common password is rejected, however it is varied`(password: String) throws {
        #expect(try weakness(password) == .common)
    }

    @Test(arguments: [
        "kkkkkkkkk", "kkkkkk9x", "lmnopqrstu", "87654xyzab", "432109876543", "xkqxkqxkq", "xkqvxkqv!",
        "mnbvcxzlkj!!!", "wsxedcrfv8", "31/12/1990", "1990-12-31k", "12311990xk", "fghj4567", "lkjhgfdxx",
    ])
    func `a password that is mostly a pattern is rejected`(password: String) throws {
        #expect(try weakness(password) == .pattern)
    }

    @Test(arguments: [
        "vjq8m2ks", "vjq8m2ksvjq8m2ks", "74920385", "aaaaaaaaXk3v9qLw2m", "paid 1990 tulips twice", "abcd xkqv mwzt",
        "tortoise under paper moon 12345",
    ])
    func `a pattern may be part of a password`(password: String) throws {
        #expect(try weakness(password) == nil)
    }

    @Test func `a rejection names its rule and the next step`() throws {
        let app = try #require(AppID("castmate"))
        for (password, weakness, step) in [
            ("short", PasswordWeakness.short, "at least 8"), ("petra.vandam", .personal, "choose"),
            ("qwertyuiop", .common, "choose"), ("31/12/1990", .pattern, "choose"),
        ] {
            let refusal = PasswordPolicy().refusal(of: Secret(password), for: Self.owner, in: app)
            #expect(refusal?.weakness == weakness && refusal?.code == .weakPassword && refusal?.field == "password")
            #expect(refusal?.reason.contains(step) == true && refusal?.reason.contains(password) == false)
        }
    }

    @Test(arguments: [
        ("sunshine1", PasswordStrength.weak), ("xkqpvmzw", .weak), ("xkqpvmzw3fjt", .fair), ("xkqpvmzw3fjtabcd", .fair),
        ("three small green boats", .strong), ("749203851649", .weak), ("7492038516498302756183920475", .fair),
    ])
    func `strength grows with length, less for patterns and digits`(password: String, strength: PasswordStrength) {
        #expect(PasswordPolicy().strength(of: Secret(password)) == strength)
    }

    @Test func `the longest possible password is checked for patterns like a short one`() throws {
        for text in ["1!", "a1", "q", "ab"] {
            let long = String(repeating: text, count: PasswordPolicy.maxBytes / text.utf8.count)
            #expect(try weakness("1!1!" + long.dropLast(4)) == .pattern, "\(text)")
        }
    }
}
