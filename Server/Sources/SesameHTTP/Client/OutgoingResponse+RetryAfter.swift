package import Foundation

extension OutgoingResponse {
    /// Returns `Retry-After` in seconds, from a number or a date (RFC 9110 section 10.2.3), at most one day; nil if the
    /// field is missing or malformed.
    package func retryAfter(at now: Date) -> TimeInterval? {
        guard let text = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        let seconds = Int(text).map(TimeInterval.init) ?? Date(httpDate: text).map { $0.timeIntervalSince(now) }
        return seconds.map { min(max(0, $0), 86_400) }
    }
}
