import Crypto

/// Invented values that must be the same at every start: digits and letters drawn from a digest of names.
struct StableDigest {
    private let bytes: [UInt8]

    /// A digest of the parts, each with its length, so that no two lists of parts give the same.
    init(_ parts: String...) {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Array("\(part.utf8.count):".utf8))
            hash.update(data: Array(part.utf8))
        }
        bytes = Array(hash.finalize())
    }

    /// So many symbols of an alphabet; up to 32.
    func text(_ count: Int, of alphabet: String) -> String {
        let symbols = Array(alphabet.utf8)
        return String(decoding: bytes.prefix(count).map { symbols[Int($0) % symbols.count] }, as: UTF8.self)
    }

    /// So many decimal digits; up to 32.
    func digits(_ count: Int) -> String {
        text(count, of: "0123456789")
    }

    /// 32 hexadecimal digits in lower case.
    var hexadecimal: String {
        bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }

    /// A number below `limit`.
    func number(below limit: Int) -> Int {
        bytes.prefix(6).reduce(0) { $0 << 8 | Int($1) } % limit
    }
}
