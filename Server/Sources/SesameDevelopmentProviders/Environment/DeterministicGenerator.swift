import Crypto

/// A source of generated values that are the same at each start: digits and letters derived from a digest of names.
struct DeterministicGenerator {
    private let bytes: [UInt8]

    /// Creates a generator seeded with the parts, each with its length, so that different lists give different bytes.
    init(_ parts: String...) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Array("\(part.utf8.count):".utf8))
            hash.update(data: Array(part.utf8))
        }
        bytes = Array(hash.finalize())
    }

    /// Returns `count` symbols of an alphabet; up to 32.
    func text(_ count: Int, of alphabet: String) -> String {
        let symbols = Array(alphabet.utf8)
        return String(decoding: bytes.prefix(count).map { symbols[Int($0) % symbols.count] }, as: UTF8.self)
    }

    /// Returns `count` decimal digits; up to 32.
    func digits(_ count: Int) -> String {
        text(count, of: "0123456789")
    }

    /// The digest as 32 lowercase hexadecimal digits.
    var hexadecimal: String {
        bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Returns a number below `limit`.
    func number(below limit: Int) -> Int {
        bytes.prefix(6).reduce(0) { $0 << 8 | Int($1) } % limit
    }
}
