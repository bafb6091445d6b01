import Foundation
import SesameCore
import Testing

@testable import SesameAccounts

/// Tests of the filter of common passwords against its source lists.
struct CommonPasswordsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// Returns the entries of both source lists that are long enough for the filter, as `scripts/common-passwords
    /// --list` prints them.
    private static func entries() throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = root.appending(path: "scripts/common-passwords")
        process.arguments = ["--list"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "scripts/bootstrap --tests installs the packages")
        return text.split(separator: "\n").map(String.init)
    }

    private static let lookAlikes: [Character: Character] = [
        "a": "4", "b": "8", "e": "3", "g": "9", "i": "1", "l": "1", "o": "0", "s": "$", "t": "7",
    ]

    @Test func `every long enough entry of both lists is rejected in three spellings`() async throws {
        let entries = try Self.entries()
        #expect(entries.count > 80_000)
        let parts = stride(from: 0, to: entries.count, by: 10_000).map {
            entries[$0..<min($0 + 10_000, entries.count)]
        }
        let accepted = await withTaskGroup(of: [String].self) { group in
            for part in parts {
                group.addTask {
                    part.flatMap { entry in
                        [
                            entry, entry.prefix(1).uppercased() + entry.dropFirst() + "1!",
                            String(entry.map { Self.lookAlikes[$0] ?? $0 }),
                        ]
                    }.filter { !CommonPasswords.contain(PlainPassword($0)) }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(accepted.isEmpty, "\(accepted.count), such as \(accepted.prefix(5))")
    }

    @Test func `the filter matches at most one in a million other passwords`() {
        // A lookup is a false positive if the other 32 bits equal those of an entry in the same one of 256 groups.
        #expect(Double(CommonPasswords.count) / 0x1p40 < 1e-6)
        var generator = SeededGenerator(seed: 7)
        let found = (0..<20_000).filter { _ in
            CommonPasswords.knows((0..<14).map { _ in PassphraseDouble.letter(&generator) }[...])
        }
        #expect(found.isEmpty)
    }

    @Test func `at most one in a thousand generated passphrases is rejected`() throws {
        var generator = SeededGenerator(seed: 20_26)
        let app = try #require(AppID("castmate"))
        let owner = PasswordOwner(EmailAddress("petronella@example.com"))
        let refused = (0..<10_000).map { PassphraseDouble.passphrase($0, &generator) }.filter {
            PasswordPolicy().weakness(of: Secret($0), for: owner, in: app) != nil
        }
        #expect(refused.count <= 10, "\(refused.prefix(20))")
    }
}

/// A generator of passphrases like those of common password generators.
enum PassphraseDouble {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let signs = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%+-=?@_")
    private static let words = """
        anchor basket candle desert engine fabric garden hammer island jungle kettle ladder magnet needle orange pillow
        quiver rocket saddle temple urchin velvet walnut yellow zipper abacus blanket cactus dragon eagle falcon glacier
        harbor insect jacket kitten lemon marble napkin otter pepper quartz ribbon silver turtle umbrella violin window
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    static func letter(_ generator: inout SeededGenerator) -> Unicode.Scalar {
        letters[Int.random(in: letters.indices, using: &generator)]
    }

    /// Returns a passphrase in one of five forms, selected by the number: four words in three forms, twelve random
    /// characters, or a sentence.
    static func passphrase(_ number: Int, _ generator: inout SeededGenerator) -> String {
        let four = (0..<4).map { _ in words[Int.random(in: words.indices, using: &generator)] }
        switch number % 5 {
        case 0: return four.joined(separator: " ")
        case 1: return four.joined(separator: "-")
        case 2: return four.map(\.capitalized).joined() + String(Int.random(in: 0...99, using: &generator))
        case 3:
            return String((0..<12).map { _ in signs[Int.random(in: signs.indices, using: &generator)] })
        default: return "The \(four[0]) saw \(Int.random(in: 2...99, using: &generator)) \(four[1])s in a \(four[2])."
        }
    }
}

/// A deterministic generator of SplitMix64 numbers, the same in each run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
