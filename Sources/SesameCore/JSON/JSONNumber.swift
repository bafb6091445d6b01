/// A JSON number as it was written. Nothing is rounded: `1e400` and 2⁵³ + 1 are kept, and read only when asked for.
///
/// Two numbers are equal when their texts are: `1.0` is not `1`.
public struct JSONNumber: Sendable, Hashable {
    /// The literal, which matches the JSON grammar.
    public let text: String

    /// An integer.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// A finite floating-point number; infinities and NaN have no JSON form.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// A literal, if it matches the JSON grammar.
    public init?(text: String) {
        var text = text
        let matches = text.withUTF8 { bytes in
            guard let end = JSONNumber.end(of: bytes, from: 0) else { return false }
            return end == bytes.count
        }
        guard matches else { return nil }
        self.text = text
    }

    /// A literal that the parser has found to match the grammar.
    @inlinable
    package init(validated text: String) {
        self.text = text
    }

    /// The value, if it is written as an integer (no fraction, no exponent, not `-0`) and fits.
    public var integer: Int64? {
        let bytes = text.utf8
        // Int64 reads nothing but digits behind a sign, and the grammar has no plus sign: 1e3 and 1.0 give nil.
        return bytes.count == 2 && bytes.elementsEqual("-0".utf8) ? nil : Int64(text)
    }

    /// The nearest floating-point number; infinite where the literal exceeds its range.
    public var double: Double {
        Double(text) ?? .nan
    }

    /// The index behind the number that begins at `start`, or nil when none does.
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
