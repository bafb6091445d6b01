import Testing

@testable import SesameAccounts

struct PseudonymKeysTests {
    private static let good = (0..<32).map { UInt8($0) }

    @Test func `the newest version comes first, in whatever order the keys are given`() throws {
        let keys = try PseudonymKeys([2, 10, 1].map { try PseudonymKey(version: $0, Self.good) })
        #expect(keys.versions.map(\.version) == [10, 2, 1])
    }

    @Test func `an empty list of keys is rejected`() {
        #expect(throws: PseudonymKeyError.none) { try PseudonymKeys([]) }
    }

    @Test func `a repeated version is rejected`() {
        #expect(throws: PseudonymKeyError.repeated(version: 3)) {
            try PseudonymKeys([3, 1, 3].map { try PseudonymKey(version: $0, Self.good) })
        }
    }

    @Test func `a key shorter than 256 bits is rejected`() {
        #expect(throws: PseudonymKeyError.tooShort(version: 1)) {
            try PseudonymKey(version: 1, Self.good.dropLast())
        }
    }

    @Test func `a key of repeated bytes is rejected as a sample`() {
        #expect(throws: PseudonymKeyError.sample(version: 2)) {
            try PseudonymKey(version: 2, Array(repeating: 7, count: 32))
        }
    }

    @Test func `a version below one is rejected`() {
        #expect(throws: PseudonymKeyError.noVersion) { try PseudonymKey(version: 0, Self.good) }
    }

    @Test func `keys of different purposes and apps differ`() throws {
        let key = try PseudonymKey(version: 1, Self.good)
        let apps = ["a", "b"].compactMap { AppID($0) }
        let codes = apps.flatMap { app in
            [PseudonymKey.Purpose.subjects, .legacyIDs, .accounts].map { key.key(for: $0, in: app).code(for: [1]) }
        }
        #expect(Set(codes).count == 6)
    }

    @Test func `a key is not printed`() throws {
        let keys = try PseudonymKeys([PseudonymKey(version: 1, Self.good)])
        var text = ""
        dump(keys, to: &text)
        #expect(!text.contains("31") && text.contains("‹redacted›"))
    }
}
