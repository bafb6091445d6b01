import Foundation
import Testing

@testable import SesameAccounts

struct Base32Tests {
    @Test(arguments: [
        ([UInt8](), ""), ([0], "00"), ([255], "zw"), ([0xff, 0xff, 0xff, 0xff, 0xff], "zzzzzzzz"), ([1, 2], "0410"),
    ])
    func `bytes are encoded as letters and digits`(bytes: [UInt8], text: String) {
        #expect(Base32.encode(bytes) == text)
    }

    @Test func `an id has 26 characters`() throws {
        #expect(RuntimeEnvironment().randomID().utf8.count == 26)
        #expect(try SessionSeed.test(at: RuntimeEnvironment()).id(for: AccountID("a")).description.utf8.count == 26)
    }

    @Test func `session ids sort by start time and differ within a millisecond`() throws {
        func id(_ milliseconds: Int64) throws -> String {
            try SessionSeed.test(at: RuntimeEnvironment { Date(millisecondsSince1970: milliseconds) }).id(
                for: AccountID("a")
            )
            .description
        }
        let times: [Int64] = [0, 1, 31, 32, 1_763_000_000_000, 1_763_000_000_001, 281_474_976_710_655]
        let ids = try times.map(id)
        #expect(ids == ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(try (0..<100).map { _ in try id(7) }).count == 100)
    }
}
