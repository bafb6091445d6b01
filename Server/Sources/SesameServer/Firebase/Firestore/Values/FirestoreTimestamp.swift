import Foundation
import SesameAccounts

/// A moment, to the nanosecond, in the years from 1 to 9999.
struct FirestoreTimestamp: Sendable, Hashable, Comparable {
    /// The whole seconds from 1970 to the moment.
    let seconds: Int
    /// The nanoseconds of that second.
    let nanoseconds: Int

    private static let years = -62_135_596_800...253_402_300_799

    /// Makes a moment; nil outside the years that there are.
    init?(seconds: Int, nanoseconds: Int) {
        guard Self.years.contains(seconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Reads RFC 3339's `date-time` with at most nine digits behind the second.
    init?(_ text: String) {
        guard let date = ProfileDate(text), date.isMoment else { return nil }
        self.init(seconds: date.seconds, nanoseconds: date.fraction)
    }

    /// A date, to the microsecond, as Firestore keeps moments; one outside the years is put to their end.
    init(_ date: Date) {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded(.down)
        let seconds = (microseconds / 1_000_000).rounded(.down)
        self.seconds = min(max(Int(seconds), Self.years.lowerBound), Self.years.upperBound)
        nanoseconds = Int(microseconds - seconds * 1_000_000) * 1_000
    }

    /// The moment as Firestore writes it: in UTC, with none, three, six or nine digits behind the second.
    var text: String {
        let days = Int((Double(seconds) / 86_400).rounded(.down))
        let second = seconds - days * 86_400
        let date = Self.civil(days)
        let time = [second / 3_600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }.joined(separator: ":")
        return
            "\(Self.digits(date.year, 4))-\(Self.digits(date.month, 2))-\(Self.digits(date.day, 2))T\(time)\(fraction)Z"
    }

    private var fraction: String {
        if nanoseconds == 0 { return "" }
        if nanoseconds.isMultiple(of: 1_000_000) { return "." + Self.digits(nanoseconds / 1_000_000, 3) }
        return nanoseconds.isMultiple(of: 1_000)
            ? "." + Self.digits(nanoseconds / 1_000, 6) : "." + Self.digits(nanoseconds, 9)
    }

    static func < (left: FirestoreTimestamp, right: FirestoreTimestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    private struct Day {
        let year: Int
        let month: Int
        let day: Int
    }

    /// The day of the proleptic Gregorian calendar, so many days after 1970. A year begins with March here, so that its
    /// odd day comes last.
    private static func civil(_ days: Int) -> Day {
        let since = days + 719_468
        let era = since / 146_097
        let dayOfEra = since % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isNextYear = month >= 10
        return Day(
            year: era * 400 + yearOfEra + (isNextYear ? 1 : 0), month: isNextYear ? month - 9 : month + 3,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
