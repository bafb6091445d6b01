/// Predicates and conversions for protocol bytes. A request's text is compared as bytes, because `String ==` also
/// equates canonically equivalent spellings, which other programs do not.
enum ASCII {
    /// Returns true for a `tchar` of RFC 9110 section 5.6.2.
    static func isToken(_ byte: UInt8) -> Bool { tokens[Int(byte)] }

    /// Returns true for a byte that a field value may contain: tab, printable ASCII, or any byte above ASCII.
    static func isFieldValue(_ byte: UInt8) -> Bool { byte >= 0x20 ? byte != 0x7f : byte == 0x09 }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Returns true if the bytes equal a lowercase word, ignoring case.
    static func matches(_ bytes: some Collection<UInt8>, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        var expected = word.utf8Start
        for byte in bytes {
            guard lower(byte) == expected.pointee else { return false }
            expected += 1
        }
        return true
    }

    static func equal(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private static let tokens: [Bool] = (0..<256).map { value in
        let byte = UInt8(value)
        return isDigit(byte) || (lower(byte) >= 0x61 && lower(byte) <= 0x7a) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

/// A key that is compared and hashed by the bytes of its string.
struct ByteKey: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteKey, right: ByteKey) -> Bool { ASCII.equal(left.text, right.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
