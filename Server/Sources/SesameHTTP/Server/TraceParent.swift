import NIOHTTP1

/// The trace of a request, from its `traceparent` field (W3C Trace Context section 3.2).
///
/// Only a strictly well-formed field counts; any other is treated as missing.
struct TraceParent: Equatable {
    /// The trace id: 32 lowercase hexadecimal digits, not all zero.
    let traceID: String

    /// Reads the `traceparent` field of a request's header; nil if the field is missing, repeated or malformed.
    init?(_ headers: HTTPHeaders) {
        let fields = headers["traceparent"]
        guard fields.count == 1 else { return nil }
        self.init(fields[0])
    }

    /// Reads a field's value: version, trace id, parent id and flags; nil if it is malformed. Versions after the first
    /// may add parts.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 4,
            zip(parts, [2, 32, 16, 2]).allSatisfy({ $0.count == $1 && $0.allSatisfy(Self.isDigit) }),
            !ASCII.matches(parts[0], "ff"), parts.count == 4 || !ASCII.matches(parts[0], "00"),
            !Self.isZero(parts[1]), !Self.isZero(parts[2])
        else { return nil }
        traceID = String(Substring(parts[1]))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func isZero(_ digits: Substring.UTF8View) -> Bool {
        digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}
