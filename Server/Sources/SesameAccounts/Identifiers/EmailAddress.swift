import SesameCore

/// An e-mail address that can be mailed to, spelt the one way in which it is kept and compared: ASCII letters in lower
/// case. Whoever owns one spelling owns the others, as far as anybody who runs a mail server today.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address.
    package let description: String

    /// The greatest number of bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    package static let greatestSize = 254

    /// Takes an address; nil for one that needs quotes, has a domain without a dot, or anything but visible ASCII.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.greatestSize, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
        guard (1...64).contains(local.count), local.allSatisfy(Self.isLocal), local.first != UInt8(ascii: "."),
            local.last != UInt8(ascii: "."), Self.isDomain(domain)
        else { return nil }
        description = text.inLowerCaseASCII
    }

    /// The part before the `@`.
    package var localPart: Substring { description.prefix { $0 != "@" } }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || Array(".!#$%&'*+/=?^_`{|}~-".utf8).contains(byte)
    }

    private static func isDomain(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
