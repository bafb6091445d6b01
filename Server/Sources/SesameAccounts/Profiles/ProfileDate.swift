import Foundation
import SesameCore

/// A day or a moment in profiles: RFC 3339's `full-date`, or its `date-time` with `Z` or an offset.
package struct ProfileDate: Sendable, Equatable {
    /// The number of days since 1970-01-01, in UTC.
    private let day: Int
    /// The nanoseconds since the start of the day in UTC; nil for a day without a time.
    private let nanoseconds: Int?

    /// Parses a date; returns nil for any other format, nonexistent days, leap seconds, and years before 1.
    package init?(_ text: String) {
        var rest = text.utf8[...]
        guard let year = rest.number(digits: 4), year > 0, rest.skip("-"), let month = rest.number(digits: 2),
            rest.skip("-"), let day = rest.number(digits: 2), let number = Self.dayNumber(year, month, day)
        else { return nil }
        guard !rest.isEmpty else {
            (self.day, nanoseconds) = (number, nil)
            return
        }
        guard rest.skip("T") || rest.skip("t"), let hour = rest.number(digits: 2), hour < 24, rest.skip(":"),
            let minute = rest.number(digits: 2), minute < 60, rest.skip(":"), let second = rest.number(digits: 2),
            second < 60, let fraction = rest.fraction(), let offset = rest.offset(), rest.isEmpty
        else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second - offset * 60
        let shift = Int((Double(seconds) / 86_400).rounded(.down))
        self.day = number + shift
        nanoseconds = (seconds - shift * 86_400) * 1_000_000_000 + fraction
    }

    /// The number of whole seconds from the start of 1970 in UTC to the moment, or to the start of the day.
    package var seconds: Int { day * 86_400 + (nanoseconds ?? 0) / 1_000_000_000 }

    /// The nanoseconds within the moment's second.
    package var fraction: Int { (nanoseconds ?? 0) % 1_000_000_000 }

    /// True for a moment, false for a day without a time.
    package var isMoment: Bool { nanoseconds != nil }

    /// The moment, to the millisecond; nil for a day without a time.
    var moment: Date? {
        nanoseconds.map { Date(millisecondsSince1970: Int64(day) * 86_400_000 + Int64($0 / 1_000_000)) }
    }

    /// Returns a moment as text in the server's format, in UTC and to the second, because many date parsers accept no
    /// fraction.
    static func text(_ date: Date) -> String {
        date.ISO8601Format()
    }

    /// Returns the number of days since 1970 (by the proleptic Gregorian calendar); nil for a day that the month does
    /// not have.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
        let before = year - 1
        let daysBefore = before * 365 + before / 4 - before / 100 + before / 400
        return daysBefore + lengths.prefix(month - 1).reduce(0, +) + day - 1 - 719_162
    }
}

extension Substring.UTF8View {
    fileprivate mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = first, UInt32(byte) == character.value else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func number(digits: Int) -> Int? {
        let text = prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        removeFirst(digits)
        return text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads an optional fraction of a second and returns its nanoseconds: zero if there is none, nil if it has no
    /// digits or more than nine.
    fileprivate mutating func fraction() -> Int? {
        guard skip(".") else { return 0 }
        let digits = prefix { (0x30...0x39).contains($0) }.count
        guard (1...9).contains(digits), let number = number(digits: digits) else { return nil }
        return (digits..<9).reduce(number) { value, _ in value * 10 }
    }

    /// Reads a time-zone offset and returns the minutes ahead of UTC; nil if it is invalid.
    fileprivate mutating func offset() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = first == UInt8(ascii: "-") ? -1 : 1
        guard skip("+") || skip("-"), let hours = number(digits: 2), hours < 24, skip(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
