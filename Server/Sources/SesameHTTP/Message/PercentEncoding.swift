/// Strict percent-decoding (RFC 3986 section 2.1), which refuses ambiguous input.
enum PercentEncoding {
    /// Returns the bytes as text with all escapes decoded. Throws on malformed escapes, NUL, bytes that are not UTF-8
    /// and, unless allowed, other control characters.
    ///
    /// - Parameter plusIsSpace: True if `+` represents a space, as in forms.
    static func decode(
        _ bytes: some Collection<UInt8>, plusIsSpace: Bool, allowsControls: Bool = false
    ) throws(HTTPError) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while var byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next().flatMap(ASCII.hexValue),
                    let low = iterator.next().flatMap(ASCII.hexValue)
                else { throw .malformedRequest("a percent escape is incomplete or not hexadecimal") }
                byte = high << 4 | low
            } else if plusIsSpace, byte == UInt8(ascii: "+") {
                byte = 0x20
            }
            guard byte != 0, allowsControls || !ASCII.isControl(byte) else {
                throw .malformedRequest("control characters are not allowed")
            }
            decoded.append(byte)
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw .malformedRequest("the decoded text is not valid UTF-8")
        }
        return text
    }
}
