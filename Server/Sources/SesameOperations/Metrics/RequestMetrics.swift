package import SesameHTTP
import SesameWire

/// Counters of responses and their durations by route. Counting a response costs only a lookup and three additions.
package final class RequestMetrics: Sendable {
    private struct Place: Hashable {
        let method: String
        let route: String
    }

    private struct Row {
        var statuses: [(status: Int, count: Int)] = []
        var durations = Histogram(Histogram.seconds)
        /// True if the requests matched a route. The durations of other requests are not recorded.
        let hasRoute: Bool

        mutating func note(_ record: HTTPExchangeRecord) {
            if hasRoute { durations.observe(record.duration.inSeconds) }
            for index in statuses.indices where statuses[index].status == record.status {
                statuses[index].count += 1
                return
            }
            statuses.append((record.status, 1))
        }
    }

    private let rows = Locked([Place: Row]())

    /// Counts a response. Methods, patterns and statuses are defined by the server, so their number is limited.
    package func note(_ record: HTTPExchangeRecord) {
        rows.withLock { rows in
            let place = Place(method: record.method, route: record.pattern)
            rows[place, default: Row(hasRoute: record.pattern != "-")].note(record)
        }
    }

    func write(_ text: inout PrometheusText) {
        let sorted = rows.withLock { $0 }.sorted { ($0.key.route, $0.key.method) < ($1.key.route, $1.key.method) }
        text.family(
            "sesame_http_requests_total", .counter,
            "Responses by method, route and status; route - counts requests without a matching route.")
        for (place, row) in sorted {
            for (status, count) in row.statuses {
                let labels = Self.labels(place) + [MetricLabel("status", String(status))]
                text.sample("sesame_http_requests_total", Double(count), labels)
            }
        }
        let name = "sesame_http_request_duration_seconds"
        text.family(
            name, .histogram, "Seconds from the complete head of a request to its response, by method and route.")
        for (place, row) in sorted where row.hasRoute { row.durations.write(name, Self.labels(place), &text) }
    }

    private static func labels(_ place: Place) -> [MetricLabel] {
        [MetricLabel("method", place.method), MetricLabel("route", place.route)]
    }
}
