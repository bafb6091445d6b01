import Foundation

/// Times as Appwrite writes them: to the millisecond, with an offset, such as `2026-11-21T06:29:00.030+00:00`.
enum AppwriteTime {
    static func text(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
        let whole = Date(timeIntervalSince1970: TimeInterval(seconds)).ISO8601Format().dropLast()
        let fraction = String(milliseconds - seconds * 1000)
        return whole + "." + String(repeating: "0", count: 3 - fraction.count) + fraction + "+00:00"
    }

    /// The time, or nothing where there is none: Appwrite's models have no null here.
    static func text(_ date: Date?) -> String { date.map { text($0) } ?? "" }
}
