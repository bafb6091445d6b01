import SesameTokens

extension ImportedPasswordHash {
    /// Decodes a text in base64, in either alphabet, with or without padding; returns nil if it is not base64.
    package static func bytes(ofBase64 text: String) -> [UInt8]? {
        Base64URL.decode(
            text.utf8.filter { $0 != UInt8(ascii: "=") }.map { byte -> UInt8 in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            })
    }

    /// Decodes a text of hexadecimal digits; returns nil if it is empty or has other characters or an odd number of
    /// digits.
    package static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(value(ofDigit:))
        guard !digits.isEmpty, digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func value(ofDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
