/// A time in UTC, split into its components without Foundation.
package struct CivilTime: Equatable, Sendable {
    /// The year, month and day in the proleptic Gregorian calendar; month and day begin at 1.
    package let year: Int, month: Int, day: Int
    /// The hour, minute and second, which begin at 0.
    package let hour: Int, minute: Int, second: Int
    /// The day of the week; 0 is Sunday.
    let weekday: Int

    /// Splits seconds since 1970 into components, by Howard Hinnant's `civil_from_days`.
    package init(epochSeconds: Int) {
        let days = epochSeconds.quotientRoundingDown(86_400)
        let inDay = epochSeconds - days * 86_400
        let shifted = days + 719_468
        let era = shifted.quotientRoundingDown(146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = inDay / 3_600
        minute = inDay / 60 % 60
        second = inDay % 60
        weekday = (days + 4) - (days + 4).quotientRoundingDown(7) * 7
    }

    /// The time as RFC 3339's `date-time` without fraction and offset, such as `1994-11-06T08:49:37`.
    package var text: String {
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        return "\(date)T\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
    }

    /// Returns the number in decimal, padded with leading zeros to at least `width` digits.
    package static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int {
    fileprivate func quotientRoundingDown(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
