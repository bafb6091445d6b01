import Foundation
import SesameHTTP

/// The format of Appwrite's timestamps: to the millisecond, with an offset, such as `2026-11-21T06:29:00.030+00:00`.
enum AppwriteTime {
    static func text(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let seconds = Int64((Double(milliseconds) / 1000).rounded(.down))
        let fraction = CivilTime.padded(Int(milliseconds - seconds * 1000), 3)
        return CivilTime(epochSeconds: Int(seconds)).text + ".\(fraction)+00:00"
    }

    /// Parses a timestamp in the forms that clients send: a date, or a date and a time, with an optional fraction of a
    /// second and an optional offset. A timestamp without an offset is read as UTC. Returns nil for any other text.
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8.prefix(40))
        guard text.utf8.count <= 35, bytes.count >= 10, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        var full = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: " ", with: "T")
        if bytes.count == 10 { full += "T00:00:00" }
        let time = full.utf8.dropFirst(10)
        let hasOffset = time.contains { [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) }
        if !hasOffset { full += "Z" }
        let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon)
        let fraction = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, includingFractionalSeconds: true)
        return (try? style.parse(full)) ?? (try? fraction.parse(full))
    }

    /// Returns the timestamp; an empty string for nil, because clients expect text.
    static func text(_ date: Date?) -> String { date.map { text($0) } ?? "" }
}
