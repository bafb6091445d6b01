import ArgumentParser
import Foundation

/// A time argument: a date such as `2026-11-21`, a date with a time, or an age such as `90m`.
struct TimeArgument: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        if let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()), number >= 0,
            number < 1_000_000_000
        {
            date = Date(timeIntervalSinceNow: -number * unit)
            return
        }
        let whole = argument.count == 10 ? argument + "T00:00:00Z" : argument
        guard let date = try? Date(whole, strategy: .iso8601) else { return nil }
        self.date = date
    }

    /// The time in whole seconds since 1970, as text for a query parameter; 0 for a time before 1970.
    var seconds: String { "\(max(0, Int64(date.timeIntervalSince1970.rounded(.down))))" }
}
