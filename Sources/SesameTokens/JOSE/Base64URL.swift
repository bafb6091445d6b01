/// Base64url without padding (RFC 7515, appendix C) in its only canonical form: no padding, no white space, no other
/// alphabet, and no set bits after the last byte. Each value therefore has exactly one encoding.
public enum Base64URL {
    /// Returns the bytes as base64url text.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// Returns the bytes as base64url text in ASCII bytes, for callers that need no `String`.
    public static func encodedBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable(encoded) ?? [UInt8](bytes).withUnsafeBufferPointer(encoded)
    }

    /// Returns the decoded bytes, or nil if the text is not canonical.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8(decoded)
    }

    /// Returns the decoded bytes of an ASCII text, or nil if it is not canonical.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        text.withContiguousStorageIfAvailable(decoded) ?? [UInt8](text).withUnsafeBufferPointer(decoded)
    }

    private static func encoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let length = (bytes.count * 4 + 2) / 3
        return [UInt8](unsafeUninitializedCapacity: length) { output, count in
            Base64URLAlphabet.symbols.withUnsafeBufferPointer { symbols in
                func symbol(_ group: UInt32, _ shift: UInt32) -> UInt8 { symbols[Int(group >> shift & 63)] }
                var next = 0
                var index = 0
                while index + 3 <= bytes.count {
                    let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
                    output[next] = symbol(group, 18)
                    output[next + 1] = symbol(group, 12)
                    output[next + 2] = symbol(group, 6)
                    output[next + 3] = symbol(group, 0)
                    next += 4
                    index += 3
                }
                if index < bytes.count {
                    let isPair = index + 1 < bytes.count
                    let group = UInt32(bytes[index]) << 16 | (isPair ? UInt32(bytes[index + 1]) << 8 : 0)
                    output[next] = symbol(group, 18)
                    output[next + 1] = symbol(group, 12)
                    if isPair { output[next + 2] = symbol(group, 6) }
                }
            }
            count = length
        }
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        let length = text.count * 3 / 4
        var isCanonical = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            isCanonical = Base64URLAlphabet.values.withUnsafeBufferPointer { values in
                decode(text, with: values, into: output)
            }
            count = isCanonical ? length : 0
        }
        return isCanonical ? bytes : nil
    }

    /// Writes the decoded bytes. Returns false if a symbol is outside the alphabet or the remaining bits are not zero.
    private static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        with values: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        // A value outside the alphabet has high bits. They are checked once, at the end.
        var seen: UInt8 = 0
        func value(_ index: Int) -> UInt32 {
            let value = values[Int(text[index])]
            seen |= value
            return UInt32(value)
        }
        var next = 0
        var index = 0
        while index + 4 <= text.count {
            let group = value(index) << 18 | value(index + 1) << 12 | value(index + 2) << 6 | value(index + 3)
            output[next] = UInt8(truncatingIfNeeded: group >> 16)
            output[next + 1] = UInt8(truncatingIfNeeded: group >> 8)
            output[next + 2] = UInt8(truncatingIfNeeded: group)
            next += 3
            index += 4
        }
        var rest: UInt32 = 0
        if text.count - index >= 2 {
            rest = value(index) << 18 | value(index + 1) << 12
            output[next] = UInt8(truncatingIfNeeded: rest >> 16)
            rest &= 0xFFFF
        }
        if text.count - index == 3 {
            rest |= value(index + 2) << 6
            output[next + 1] = UInt8(truncatingIfNeeded: rest >> 8)
            rest &= 0xFF
        }
        return rest == 0 && seen < 64
    }
}

/// The base64url alphabet and its reverse lookup table.
private enum Base64URLAlphabet {
    static let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte, 255 for those outside the alphabet.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, symbol) in symbols.enumerated() { values[Int(symbol)] = UInt8(value) }
        return values
    }()
}
