import Foundation
import Testing

@testable import SesameAccounts

struct SealTests {
    private let seal: Seal
    private static let text = Array("Test User 1".utf8)

    init() throws {
        seal = Seal(try MasterKey.test().key(for: .codes))
    }

    @Test func `sealed data opens in its place and contains no plain text`() throws {
        let sealed = try #require(seal.seal(Self.text, in: [1], [2, 3]))
        let again = try #require(seal.seal(Self.text, in: [1], [2, 3]))
        #expect(seal.open(sealed, in: [1], [2, 3]) == Self.text && sealed != again)
        #expect(sealed.first == 1 && sealed.count == 1 + 12 + Self.text.count + 16)
        #expect(sealed.firstRange(of: Self.text) == nil)
        let nothing = try #require(seal.seal([UInt8]()))
        #expect(seal.open(nothing) == [])
    }

    @Test(
        arguments: [
            [], [[1, 2, 3]], [[1, 2], [3]], [[], [1], [2, 3]], [[1], [2, 3], []], [[2, 3], [1]], [[1], [2, 4]],
        ] as [[[UInt8]]])
    func `sealed data opens in no other place`(place: [[UInt8]]) throws {
        let sealed = try #require(seal.seal(Self.text, in: [1], [2, 3]))
        let opened: [UInt8]? =
            switch place.count {
            case 0: seal.open(sealed)
            case 1: seal.open(sealed, in: place[0])
            case 2: seal.open(sealed, in: place[0], place[1])
            default: seal.open(sealed, in: place[0], place[1], place[2])
            }
        #expect(opened == nil)
    }

    @Test func `sealed data does not open with another key or after a change`() throws {
        let sealed = try #require(seal.seal(Self.text, in: [1]))
        let other = Seal(try MasterKey.test(9).key(for: .codes))
        #expect(other.open(sealed, in: [1]) == nil)
        #expect(Seal(try MasterKey.test().key(for: .merges)).open(sealed, in: [1]) == nil)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(seal.open(changed, in: [1]) == nil, "byte \(place)")
            #expect(seal.open(sealed.prefix(place), in: [1]) == nil, "\(place) bytes")
        }
        #expect(seal.open(sealed + [0], in: [1]) == nil)
    }

    @Test func `a key derived for one id opens nothing of another id`() throws {
        let key = try MasterKey.test().key(for: .flowStates)
        let sealed = try #require(Seal(key.key(for: [1])).seal(Self.text))
        #expect(Seal(key.key(for: [1])).open(sealed) == Self.text)
        for other in [key, key.key(for: [2]), key.key(for: [UInt8]())] { #expect(Seal(other).open(sealed) == nil) }
    }
}
