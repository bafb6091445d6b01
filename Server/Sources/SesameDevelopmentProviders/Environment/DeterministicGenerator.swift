import Crypto

/// A generator of digits and letters from a digest of names, so that generated values are the same at each start.
struct DeterministicGenerator {
    private let bytes: [UInt8]

    /// Creates a generator seeded with the parts. The length of each part is hashed too, so that different lists give
    /// different values.
    init(_ parts: String...) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Array("\(part.utf8.count):".utf8))
            hash.update(data: Array(part.utf8))
        }
        bytes = Array(hash.finalize())
    }

    /// Returns `count` symbols of an ASCII alphabet, 32 at most.
    func text(_ count: Int, of alphabet: String) -> String {
        let symbols = Array(alphabet.utf8)
        return String(decoding: bytes.prefix(count).map { symbols[Int($0) % symbols.count] }, as: UTF8.self)
    }

    /// Returns `count` decimal digits, 32 at most.
    func digits(_ count: Int) -> String {
        text(count, of: "0123456789")
    }

    /// The first half of the digest, as 32 lowercase hexadecimal digits.
    var hexadecimal: String {
        bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Returns a number from 0 up to but not including `limit`.
    func number(below limit: Int) -> Int {
        bytes.prefix(6).reduce(0) { $0 << 8 | Int($1) } % limit
    }
}
