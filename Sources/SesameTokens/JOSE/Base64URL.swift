/// Base64url without padding (RFC 7515, appendix C) in its only canonical form: no padding, no white space, no other
/// alphabet, and no set bits behind the last byte, so that a value has exactly one spelling.
public enum Base64URL {
    /// The encoded text.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// The encoded text as ASCII bytes.
    public static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable(encoded) ?? [UInt8](bytes).withUnsafeBufferPointer(encoded)
    }

    /// The bytes that the text stands for, or nil when it is not canonical.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8(decoded)
    }

    /// The bytes that the ASCII text stands for, or nil when it is not canonical.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        text.withContiguousStorageIfAvailable(decoded) ?? [UInt8](text).withUnsafeBufferPointer(decoded)
    }

    private static func encoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let length = (bytes.count * 4 + 2) / 3
        return [UInt8](unsafeUninitializedCapacity: length) { output, count in
            var written = 0
            var bits: UInt32 = 0
            var pending: UInt32 = 0
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                pending += 8
                while pending >= 6 {
                    pending -= 6
                    output[written] = Base64URLAlphabet.symbol(of: UInt8(truncatingIfNeeded: bits >> pending) & 63)
                    written += 1
                }
            }
            if pending > 0 {
                let last = UInt8(truncatingIfNeeded: bits << (6 - pending)) & 63
                output[written] = Base64URLAlphabet.symbol(of: last)
                written += 1
            }
            count = written
        }
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var isCanonical = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { output, count in
            var written = 0
            var bits: UInt32 = 0
            var pending: UInt32 = 0
            for symbol in text {
                let value = Base64URLAlphabet.values[Int(symbol)]
                guard value < 64 else {
                    isCanonical = false
                    break
                }
                bits = bits << 6 | UInt32(value)
                pending += 6
                if pending >= 8 {
                    pending -= 8
                    output[written] = UInt8(truncatingIfNeeded: bits >> pending)
                    written += 1
                }
            }
            if bits & (1 << pending - 1) != 0 { isCanonical = false }
            count = written
        }
        return isCanonical ? bytes : nil
    }
}

/// The 64 symbols and the way back.
private enum Base64URLAlphabet {
    private static let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte, 255 for those outside the alphabet.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()

    static func symbol(of value: UInt8) -> UInt8 {
        symbols[Int(value)]
    }
}
