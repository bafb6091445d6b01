import SesameCore

/// An email address that can receive mail, in the normalized spelling for storage and comparison: ASCII letters in
/// lower case. On today's mail servers, all spellings of an address belong to the same owner.
package struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address with ASCII letters in lower case.
    package let description: String

    /// The maximum length in bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    package static let maxBytes = 254

    /// Creates an address; nil for one that needs quotes, has a domain without a dot, or characters other than visible
    /// ASCII.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maxBytes, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
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
