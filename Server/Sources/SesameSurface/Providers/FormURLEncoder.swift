import SesameAccounts
import SesameHTTP

/// An encoder of `application/x-www-form-urlencoded`, for queries and bodies. A space is encoded as `%20`, not as `+`,
/// which Apple does not accept.
package enum FormURLEncoder {
    package static func encode(_ fields: KeyValuePairs<String, String?>) -> String {
        fields.compactMap { field in field.value.map { "\(escaped(field.key))=\(escaped($0))" } }
            .joined(separator: "&")
    }

    /// Returns the URL with the parameters added to its query. A parameter whose value is nil is left out.
    package static func address(_ base: String, _ fields: KeyValuePairs<String, String?>) -> String {
        let more = encode(fields)
        return more.isEmpty ? base : base + (base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + more
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
