/// A Prometheus histogram: the number of values up to each limit, and their sum.
struct Histogram: Sendable {
    /// The upper limits in seconds, for operations that usually take a millisecond.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let limits: [Double]
    private var counts: [Int]
    private var sum = 0.0

    /// Creates a histogram with the upper bounds of its buckets, in ascending order. Values above the last bound are
    /// counted in the `+Inf` bucket.
    init(_ limits: [Double]) {
        self.limits = limits
        counts = Array(repeating: 0, count: limits.count + 1)
    }

    mutating func observe(_ value: Double) {
        counts[limits.firstIndex { value <= $0 } ?? limits.count] += 1
        sum += value
    }

    /// Writes the samples. The name and help text of the family are written separately, once.
    func write(_ name: String, _ labels: [MetricLabel], _ text: inout PrometheusText) {
        var total = 0
        for (limit, count) in zip(limits + [.infinity], counts) {
            total += count
            text.sample("\(name)_bucket", Double(total), labels + [MetricLabel("le", PrometheusText.text(limit))])
        }
        text.sample("\(name)_sum", sum, labels)
        text.sample("\(name)_count", Double(total), labels)
    }
}

extension Duration {
    /// The duration in seconds, with its fraction.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
