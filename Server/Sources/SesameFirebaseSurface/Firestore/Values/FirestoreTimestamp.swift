import Foundation
import SesameAccounts
import SesameHTTP

/// A timestamp with nanoseconds, in the years 1 to 9999.
struct FirestoreTimestamp: Sendable, Hashable, Comparable {
    /// The whole seconds since 1970.
    let seconds: Int
    /// The nanoseconds within the second.
    let nanoseconds: Int

    private static let years = -62_135_596_800...253_402_300_799

    /// Creates a timestamp; nil outside the years 1 to 9999.
    init?(seconds: Int, nanoseconds: Int) {
        guard Self.years.contains(seconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Reads RFC 3339's `date-time` with at most nine fractional digits; nil for any other text, leap seconds and times
    /// outside the years 1 to 9999.
    init?(_ text: String) {
        guard let date = ProfileDate(text), date.isMoment else { return nil }
        self.init(seconds: date.seconds, nanoseconds: date.fraction)
    }

    /// Creates a timestamp from a date, to the microsecond, as Firestore stores it. A date outside the years 1 to 9999
    /// is clamped.
    init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded(.down)
        let seconds = (microseconds / 1_000_000).rounded(.down)
        self.seconds = min(max(Int(seconds), Self.years.lowerBound), Self.years.upperBound)
        nanoseconds = Int(microseconds - seconds * 1_000_000) * 1_000
    }

    /// The timestamp in Firestore's format: in UTC, with zero, three, six or nine fractional digits.
    var text: String { CivilTime(epochSeconds: seconds).text + fraction + "Z" }

    private var fraction: String {
        if nanoseconds == 0 { return "" }
        if nanoseconds.isMultiple(of: 1_000_000) { return "." + CivilTime.padded(nanoseconds / 1_000_000, 3) }
        return nanoseconds.isMultiple(of: 1_000)
            ? "." + CivilTime.padded(nanoseconds / 1_000, 6) : "." + CivilTime.padded(nanoseconds, 9)
    }

    static func < (left: FirestoreTimestamp, right: FirestoreTimestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
