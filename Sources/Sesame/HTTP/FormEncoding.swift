import Foundation

/// The encoding `application/x-www-form-urlencoded`, and the same escapes for a query.
package enum FormEncoding {
    /// Encodes the fields in order. All characters but RFC 3986's unreserved ones are escaped, a space as `%20`.
    package static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
    }

    /// Decodes the fields in order. Returns nil if an escape is malformed or a field is not UTF-8.
    package static func decode(_ text: String) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map(Array.init)
            guard let name = unescape(sides[0]), let value = unescape(sides.count > 1 ? sides[1] : []) else {
                return nil
            }
            fields.append((name, value))
        }
        return fields
    }

    /// Escapes one name, value or path segment.
    package static func escape(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                escaped += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return escaped
    }

    private static func unescape(_ bytes: [UInt8]) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else { return nil }
                decoded.append(value)
                rest = rest.dropFirst(2)
            default: decoded.append(byte)
            }
        }
        return String(bytes: decoded, encoding: .utf8)
    }
}
