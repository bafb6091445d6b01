#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension CivilTime {
    /// Returns the wall-clock time: seconds since 1970 and nanoseconds.
    static func now() -> (seconds: Int, nanoseconds: Int) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (time.tv_sec, time.tv_nsec)
    }

    /// The HTTP date, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
    var httpDate: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(days[weekday]), \(Self.padded(day, 2)) \(months[month - 1]) \(Self.padded(year, 4))"
        return "\(date) \(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2)) GMT"
    }
}

/// A cache of the `Date` field's text, which is rebuilt once a second.
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
