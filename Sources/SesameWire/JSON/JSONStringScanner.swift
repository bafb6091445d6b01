/// A scanner for one string. After the scan, ``index`` is the position after the closing quote.
struct JSONStringScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var index: Int

    init(bytes: UnsafeBufferPointer<UInt8>, openingQuote: Int) {
        self.bytes = bytes
        index = openingQuote + 1
    }

    mutating func string() throws(JSONError) -> String {
        let start = index
        try skipPlainRun()
        if bytes[index] == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        return try unescapedString(from: start)
    }

    private mutating func unescapedString(from start: Int) throws(JSONError) -> String {
        var decoded = [UInt8](bytes[start..<index])
        while bytes[index] != UInt8(ascii: "\"") {
            try unescape(into: &decoded)
            let run = index
            try skipPlainRun()
            decoded.append(contentsOf: bytes[run..<index])
        }
        index += 1
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Advances to the next quote or backslash, and checks the bytes in between for control characters and invalid
    /// UTF-8.
    private mutating func skipPlainRun() throws(JSONError) {
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                index += try lengthOfSequence()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                return
            } else if byte < 0x20 {
                throw JSONError(.controlCharacter, at: index)
            } else {
                index += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: index)
    }

    /// Returns the length of the multi-byte sequence at the index, by the Unicode standard's table of well-formed
    /// sequences (3-7). The table excludes overlong forms, surrogates and values above U+10FFFF.
    private func lengthOfSequence() throws(JSONError) -> Int {
        let first = bytes[index]
        let length: Int
        let second: ClosedRange<UInt8>
        switch first {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONError(.invalidUTF8, at: index)
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]),
            length < 3 || bytes[index + 2] & 0xC0 == 0x80,
            length < 4 || bytes[index + 3] & 0xC0 == 0x80
        else { throw JSONError(.invalidUTF8, at: index) }
        return length
    }

    // MARK: - Escapes

    private mutating func unescape(into decoded: inout [UInt8]) throws(JSONError) {
        guard index + 1 < bytes.count else { throw JSONError(.unexpectedEnd, at: bytes.count) }
        let escaped = bytes[index + 1]
        switch escaped {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(escaped)
        case UInt8(ascii: "b"): decoded.append(0x08)
        case UInt8(ascii: "f"): decoded.append(0x0C)
        case UInt8(ascii: "n"): decoded.append(0x0A)
        case UInt8(ascii: "r"): decoded.append(0x0D)
        case UInt8(ascii: "t"): decoded.append(0x09)
        case UInt8(ascii: "u"):
            decoded.append(contentsOf: String(Character(try escapedScalar())).utf8)
            return
        default: throw JSONError(.invalidEscape, at: index)
        }
        index += 2
    }

    /// Returns the scalar of the escape `\uXXXX` at the index, or of two such escapes that form a surrogate pair.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = index
        let high = try codeUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(.loneSurrogate, at: start) }
        let low = try codeUnit()
        guard 0xDC00...0xDFFF ~= low,
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw JSONError(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        guard index + 6 <= bytes.count else { throw JSONError(.invalidEscape, at: index) }
        var unit: UInt16 = 0
        for digit in bytes[(index + 2)..<(index + 6)] {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "A") + 10)
            default: throw JSONError(.invalidEscape, at: index)
            }
        }
        index += 6
        return unit
    }
}
