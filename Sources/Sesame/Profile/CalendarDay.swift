public import Foundation

/// A day of the Gregorian calendar, without a time of day or a time zone: a birthday is the same day everywhere.
public struct CalendarDay: Sendable, Hashable {
    /// The year, from 1 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int

    /// Creates a day; nil if the calendar does not have it.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9_999).contains(year), (1...12).contains(month),
            (1...Self.length(of: month, year: year)).contains(day)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day of a date in the given time zone; nil if the year is before 1 or beyond 9999.
    public init?(_ date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        guard parts.era == 1, let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Parses RFC 3339's `full-date`, for example `1990-05-17`; nil if the text has another form, or the calendar does
    /// not have the day.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The day as RFC 3339's `full-date`, for example `1990-05-17`.
    public var text: String {
        "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    /// The year, month and day as date components of the Gregorian calendar.
    public var components: DateComponents {
        DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
    }

    private static func length(of month: Int, year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension CalendarDay: Comparable {
    /// Returns true if the left day comes before the right one.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension Date {
    /// Parses RFC 3339's `date-time`, with or without fractional seconds; nil if the text has another form.
    init?(profileText text: String) {
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        let dates = styles.lazy.compactMap { try? Date(text, strategy: $0) }
        guard text.utf8.count >= 20, let date = dates.first else { return nil }
        self = date
    }

    /// The date as RFC 3339's `date-time`, to the millisecond.
    var profileText: String { ISO8601Format(.init(includingFractionalSeconds: true)) }
}
