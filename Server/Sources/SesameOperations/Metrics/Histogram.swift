/// The distribution of a quantity.
struct Histogram: Sendable {
    /// Upper limits in seconds, for durations of what takes a millisecond usually.
    static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let limits: [Double]
    private var counts: [Int]
    private var sum = 0.0

    /// A histogram with these upper limits, ascending; what is beyond the last one is counted, too.
    init(_ limits: [Double]) {
        self.limits = limits
        counts = Array(repeating: 0, count: limits.count + 1)
    }

    mutating func observe(_ value: Double) {
        counts[limits.firstIndex { value <= $0 } ?? limits.count] += 1
        sum += value
    }

    /// Writes its samples. The name and text of its family are written once for all of them.
    func write(_ name: String, _ labels: [MetricLabel], _ text: inout MetricText) {
        var total = 0
        for (limit, count) in zip(limits + [.infinity], counts) {
            total += count
            text.sample("\(name)_bucket", Double(total), labels + [MetricLabel("le", MetricText.text(limit))])
        }
        text.sample("\(name)_sum", sum, labels)
        text.sample("\(name)_count", Double(total), labels)
    }
}

extension Duration {
    /// Seconds with their fraction.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
