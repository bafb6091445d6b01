/// Crockford's base 32 in lower case, without a check symbol, for ids that can be read aloud.
enum Base32 {
    private static let crockford = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The alphabet of RFC 4648, section 6, for protocols that require it.
    static let rfc4648 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns the number of characters in the encoded form of `count` bytes.
    static func length(ofBytes count: Int) -> Int { (count * 8 + 4) / 5 }

    /// The value of each byte as a Crockford digit; 255 for other bytes.
    private static let table = (0...UInt8.max).map { byte in
        crockford.firstIndex(of: byte).map { UInt8($0) } ?? .max
    }

    /// Returns the values of Crockford digits; nil if the text has any other character.
    static func values(of text: [UInt8]) -> [UInt16]? {
        var values: [UInt16] = []
        values.reserveCapacity(text.count)
        for digit in text {
            let value = table[Int(digit)]
            guard value < 32 else { return nil }
            values.append(UInt16(value))
        }
        return values
    }

    static func encode(_ bytes: [UInt8], alphabet: [UInt8] = crockford) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(length(ofBytes: bytes.count))
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(alphabet[Int(buffer >> UInt32(bits)) & 31])
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { output.append(alphabet[Int(buffer << UInt32(5 - bits)) & 31]) }
        return String(decoding: output, as: UTF8.self)
    }
}
