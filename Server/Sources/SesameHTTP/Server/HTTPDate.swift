#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A moment in UTC, taken apart without Foundation.
struct CivilTime: Equatable {
    let year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
    /// 0 is Sunday.
    let weekday: Int

    /// From seconds since 1970; the calendar by Howard Hinnant's `civil_from_days`.
    init(epochSeconds: Int) {
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

    /// The wall clock: seconds since 1970 and nanoseconds.
    static func now() -> (seconds: Int, nanoseconds: Int) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec, time.tv_nsec)
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
    var httpDate: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(days[weekday]), \(Self.padded(day, 2)) \(months[month - 1]) \(Self.padded(year, 4))"
        return "\(date) \(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2)) GMT"
    }

    static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int {
    fileprivate func quotientRoundingDown(_ divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}

/// The `Date` field's text, made once a second.
struct DateCache {
    private var second = Int.min
    private var text = ""

    mutating func current() -> String {
        let now = CivilTime.now().seconds
        if now != second {
            second = now
            text = CivilTime(epochSeconds: now).httpDate
        }
        return text
    }
}
