import SesameWire

/// A family of counters, whose values only increase.
final class Counter: Sendable {
    /// The maximum number of samples of a family. Labels come from fixed lists, so the limit is never reached; it
    /// protects the memory of the server and the collector against a programming error.
    static let maxSamples = 2_000

    let name: String
    private let help: String
    private let labels: [String]
    private let counts: Locked<[[String]: Int]>

    /// Creates a family. Without labels it consists of one counter, which starts at zero.
    ///
    /// - Parameter known: The label values that start at zero, so that the first event is visible as an increase.
    init(_ name: String, _ help: String, labels: [String] = [], known: [[String]] = []) {
        self.name = name
        self.help = help
        self.labels = labels
        counts = Locked(Dictionary((labels.isEmpty ? [[]] : known).map { ($0, 0) }) { first, _ in first })
    }

    func add(_ count: Int = 1, _ values: String...) {
        counts.withLock { counts in
            let isKnown = counts[values] != nil || counts.count < Self.maxSamples
            counts[isKnown ? values : labels.map { _ in "other" }, default: 0] += count
        }
    }

    func write(_ text: inout PrometheusText) {
        text.family(name, .counter, help)
        let sorted = counts.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (values, count) in sorted {
            text.sample(name, Double(count), zip(labels, values).map { MetricLabel($0, $1) })
        }
    }
}
