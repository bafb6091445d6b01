import Foundation
import SesameCore
import SesameTokens
import Testing

@testable import SesameAccounts

struct PseudonymGeneratorTests {
    private static let subject = "000001.0123456789abcdef0123456789abcdef.0433"
    private let app: AppID

    init() throws {
        app = try #require(AppID("familysync"))
    }

    private func pseudonyms(_ versions: ClosedRange<Int> = 1...1, in name: String = "familysync") throws
        -> PseudonymGenerator
    {
        let app = try #require(AppID(name))
        return try #require(PseudonymGenerator(try .test(versions), in: app))
    }

    /// Returns subjects in Apple's form, in Google's form, and of random printable ASCII characters.
    private func subjects(_ count: Int, seed: UInt64) -> [String] {
        var random = RepeatableNumbers(seed: seed)
        return (0..<count).map { number in
            switch number % 3 {
            case 0: "00\(number).\(String(random.next(), radix: 16))\(String(random.next(), radix: 16)).0433"
            case 1: String(random.next())
            default:
                String(
                    decoding: (0...random.next() % 255).map { _ in UInt8(0x21 + random.next() % 94) }, as: UTF8.self)
            }
        }
    }

    @Test func `a pseudonym is the HMAC-SHA-256 of app, provider and subject under the app's own key`() throws {
        // The expected values were computed independently, with HKDF and HMAC of another language's library.
        let forms = try pseudonyms(1...2).forms(of: Self.subject, at: .apple)
        #expect(forms.current == "v2.IUsQd7JBB0tAxV_fBdDThGgaoUumSgiZZ4DbY0ID7ME")
        #expect(forms.earlier == ["v1.I-V2RPwGSyS-6ZSyMkzMBpDzGkrijAnhpkZ6TDbFAqI"])
    }

    @Test func `a user has one pseudonym per app and provider, and no two are equal`() throws {
        let subjects = Set(subjects(600, seed: 1))
        let (pseudonyms, again) = (try pseudonyms(), try pseudonyms())
        var seen: Set<String> = []
        for subject in subjects {
            for provider in [Provider.apple, .google] {
                let form = pseudonyms.forms(of: subject, at: provider).current
                #expect(again.forms(of: subject, at: provider).current == form)
                #expect(PseudonymGenerator.isPseudonym(form) && pseudonyms.isCurrent(form))
                seen.insert(form)
            }
        }
        #expect(seen.count == subjects.count * 2)
    }

    @Test func `a user's pseudonyms differ between apps`() throws {
        for subject in subjects(200, seed: 2) {
            let forms = try ["familysync", "familysync2", "couple"].map { name in
                try pseudonyms(in: name).forms(of: subject, at: .apple).current
            }
            #expect(Set(forms).count == forms.count)
        }
    }

    @Test func `a pseudonym contains nothing of the subject or its plain digest`() throws {
        for subject in subjects(200, seed: 3) where subject.utf8.count > 8 {
            let form = try pseudonyms().forms(of: subject, at: .apple).current
            let hash = digest(subject.utf8)
            for trace in [subject, Hexadecimal.encode(hash), Base64URL.encode(hash)] {
                #expect(!form.contains(trace.prefix(12)))
            }
        }
    }

    @Test func `newer key sets recognize the pseudonyms of older keys, newest first`() throws {
        for subject in subjects(100, seed: 4) {
            let byVersion = try (1...4).map { try pseudonyms($0...$0).forms(of: subject, at: .google).current }
            for newest in 1...4 {
                for oldest in 1...newest {
                    let forms = try pseudonyms(oldest...newest).forms(of: subject, at: .google)
                    #expect(
                        [forms.current] + forms.earlier == byVersion[(oldest - 1)..<newest].reversed())
                }
            }
        }
    }

    @Test func `only pseudonyms of the newest key are current`() throws {
        let old = try pseudonyms(1...1).forms(of: Self.subject, at: .apple).current
        #expect(try !pseudonyms(1...2).isCurrent(old))
        #expect(try !pseudonyms(1...11).isCurrent(old))
        #expect(try !pseudonyms(1...1).isCurrent(Self.subject))
    }

    @Test func `users of a development provider keep their mark and have different pseudonyms`() throws {
        let marked = DevelopmentSubject.marked(Self.subject)
        let (pseudonyms, form) = (try pseudonyms(), try pseudonyms().forms(of: marked, at: .apple).current)
        #expect(DevelopmentSubject.isOne(form))
        #expect(pseudonyms.isCurrent(form) && PseudonymGenerator.isPseudonym(form))
        #expect(!form.hasSuffix(pseudonyms.forms(of: Self.subject, at: .apple).current))
    }

    @Test(arguments: [
        "", subject, "113456789012345678901", "v1.", "v1.short", "v.I-V2RPwGSyS-6ZSyMkzMBpDzGkrijAnhpkZ6TDbFAqI",
        "v1I-V2RPwGSyS-6ZSyMkzMBpDzGkrijAnhpkZ6TDbFAqI", "vx.I-V2RPwGSyS-6ZSyMkzMBpDzGkrijAnhpkZ6TDbFAqI",
        "v1.I-V2RPwGSyS-6ZSyMkzMBpDzGkrijAnhpkZ6TDbFAqIx", "legacy.6884863299c04144c8c8a7850353f6",
    ])
    func `a provider's subject is not taken for a pseudonym`(_ subject: String) {
        #expect(!PseudonymGenerator.isPseudonym(subject))
    }

    @Test func `a legacy id has its own pseudonym and is recognized last`() throws {
        let id = try #require(LegacyID(of: Self.subject, at: .apple))
        #expect(id == LegacyID("apple_6884863299c04144c8c8a7850353f6"))
        let pseudonyms = try pseudonyms(1...2)
        let forms = pseudonyms.forms(of: Self.subject, at: .apple, legacyID: id.digits)
        let legacy = pseudonyms.forms(ofLegacy: id.digits, at: .apple)
        #expect(Array(forms.earlier.dropFirst()) == [legacy.current] + legacy.earlier)
        #expect(legacy.earlier == ["legacy.v1.-_0_tnlVtkHLrMAbXu4dmrH9UAyuHXB-ffMyq6hCxoA"])
        #expect(PseudonymGenerator.isPseudonym(legacy.current))
    }

    @Test(arguments: [
        "", "apple_", "apple_6884863299c04144c8c8a7850353f", "apple_6884863299c04144c8c8a7850353f60",
        "apple_6884863299C04144C8C8A7850353F6", "google_6884863299c04144c8c8a7850353f6",
        "6884863299c04144c8c8a7850353f6", "apple_6884863299c04144c8c8a7850353fé",
        "apple_6884863299c04144c8c8a7850353g6",
    ])
    func `a malformed legacy id is rejected`(_ text: String) {
        #expect(LegacyID(text) == nil)
    }

    @Test func `only Apple users have legacy ids`() {
        #expect(LegacyID(of: Self.subject, at: .google) == nil)
    }

    @Test(arguments: [(Provider.apple, "apple_", 30), (.google, "google_", 29)])
    func `an account's id has 36 characters and is unique`(_ provider: Provider, _ prefix: String, _ digits: Int) throws
    {
        let pseudonyms = try pseudonyms()
        var seen: Set<AccountID> = []
        for subject in subjects(100, seed: 5) {
            let form = pseudonyms.forms(of: subject, at: provider).current
            let id = pseudonyms.accountID(of: form, at: provider, AccountIDEntropy(RuntimeEnvironment()))
            let rest = id.description.dropFirst(prefix.count)
            #expect(id.description.hasPrefix(prefix) && rest.utf8.count == digits)
            #expect(rest.utf8.allSatisfy(Hexadecimal.isLowerCaseDigit))
            seen.insert(id)
        }
        #expect(seen.count == 100)
    }

    @Test func `an account's id depends on the subject, the key and the random bytes`() throws {
        let zeros = AccountIDEntropy(
            RuntimeEnvironment(clock: { .distantPast }, random: { Array(repeating: 0, count: $0) }))
        let ones = AccountIDEntropy(
            RuntimeEnvironment(clock: { .distantPast }, random: { Array(repeating: 1, count: $0) }))
        func id(_ subject: String, _ versions: ClosedRange<Int>, _ seed: AccountIDEntropy) throws -> AccountID {
            let pseudonyms = try pseudonyms(versions)
            return pseudonyms.accountID(of: pseudonyms.forms(of: subject, at: .apple).current, at: .apple, seed)
        }
        let ids = try [
            id("1", 1...1, zeros), id("2", 1...1, zeros), id("1", 2...2, zeros), id("1", 1...1, ones),
        ]
        #expect(Set(ids).count == ids.count)
        #expect(try id("1", 1...1, zeros) == ids[0])
    }
}

/// A generator of pseudo-random numbers that are the same in every run.
private struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
