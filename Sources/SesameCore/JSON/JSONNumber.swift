/// A JSON number in its original text. Nothing is rounded: `1e400` and 2⁵³ + 1 are preserved, and converted only on
/// access.
///
/// Two numbers are equal if their texts are equal: `1.0` is not `1`.
public struct JSONNumber: Sendable, Hashable {
    /// The literal, which matches the JSON grammar.
    public let text: String

    /// Creates a number with the decimal digits of an integer of any size.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Creates a number from a finite floating-point number; returns nil for infinities and NaN, which JSON cannot
    /// represent.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// Creates a number from a literal; returns nil if it does not match the JSON grammar.
    public init?(text: String) {
        var text = text
        let matches = text.withUTF8 { bytes in
            guard let end = JSONNumber.end(of: bytes, from: 0) else { return false }
            return end == bytes.count
        }
        guard matches else { return nil }
        self.text = text
    }

    /// Creates a number from a literal that the parser has already validated.
    @inlinable
    package init(validated text: String) {
        self.text = text
    }

    /// The number as an integer; nil if it has a fraction or an exponent, is `-0`, or is out of range.
    public var integer: Int64? {
        let bytes = text.utf8
        // Int64 accepts only digits after a sign, and the grammar has no plus sign, so 1e3 and 1.0 give nil.
        return bytes.count == 2 && bytes.elementsEqual("-0".utf8) ? nil : Int64(text)
    }

    /// The nearest floating-point number; infinite if the literal exceeds its range.
    public var double: Double {
        Double(text) ?? .nan
    }

    /// Returns the index after the number that begins at `start`; nil if no number begins there.
    package static func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        func digits() -> Bool {
            let first = index
            while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
            return index > first
        }
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let leadingZero = index < bytes.count && bytes[index] == UInt8(ascii: "0")
        let integerStart = index
        guard digits(), !leadingZero || index == integerStart + 1 else { return nil }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard digits() else { return nil }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            guard digits() else { return nil }
        }
        return index
    }
}
