/// Crockford's base 32 in lower case, without check symbol: ids that can be read aloud.
enum Base32 {
    private static let crockford = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    /// The alphabet of RFC 4648, section 6, for who expects that one.
    static let rfc4648 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8], alphabet: [UInt8] = crockford) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count * 8 + 4) / 5)
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
