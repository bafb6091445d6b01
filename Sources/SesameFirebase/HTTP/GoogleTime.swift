import Foundation

/// A timestamp of a Google API (protobuf `Timestamp`) in nanoseconds, for example a Firestore document's `updateTime`,
/// which serves as its version (https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp).
struct GoogleTime: Sendable, Equatable {
    /// The nanoseconds since 1970.
    let nanoseconds: Int64

    init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// Parses a UTC time in RFC 3339 with up to nine fraction digits; returns nil for any other text.
    init?(_ text: String) {
        guard text.utf8.last == UInt8(ascii: "Z"), text.utf8.count >= 20 else { return nil }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let date = try? Date("\(parts[0])Z", strategy: .iso8601) else { return nil }
        var fraction: Int64 = 0
        if parts.count == 2 {
            guard (1...9).contains(parts[1].utf8.count), let digits = UInt32(parts[1]),
                parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            fraction = Int64(digits) * Self.power(9 - parts[1].utf8.count)
        }
        let seconds = Int64(date.timeIntervalSince1970.rounded())
        let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(fraction)
        guard !whole.overflow, !sum.overflow else { return nil }
        nanoseconds = sum.partialValue
    }

    /// The time in UTC, in RFC 3339 with nine fraction digits.
    var text: String {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let (second, fraction) = remainder < 0 ? (quotient - 1, remainder + 1_000_000_000) : (quotient, remainder)
        let digits = String(fraction)
        let whole = Date(timeIntervalSince1970: TimeInterval(second)).ISO8601Format().dropLast()
        return "\(whole).\(String(repeating: "0", count: 9 - digits.count))\(digits)Z"
    }

    /// The time as a date, rounded to a date's precision.
    var date: Date { Date(timeIntervalSince1970: TimeInterval(nanoseconds) / 1e9) }

    private static func power(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
    }
}
