import Foundation

extension Date {
    /// Parses an ISO 8601 date with fractional seconds, as in Appwrite's models, for example
    /// `2026-11-21T06:29:00.030+00:00`; returns nil for any other format.
    init?(appwrite text: String) {
        let format = ISO8601DateFormatter()
        format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        guard let date = format.date(from: text) else { return nil }
        self = date
    }

    /// Parses the date of an HTTP header (RFC 9110 section 5.6.7), for example `Sat, 21 Nov 2026 06:29:00 GMT`; returns
    /// nil for any other format.
    init?(httpDate text: String) {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = format.date(from: text) else { return nil }
        self = date
    }
}
