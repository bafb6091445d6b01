import SesameWire

/// A family of numbers that only grow.
final class Counter: Sendable {
    /// The most samples of a family. The labels come from lists that we know, so it is never reached; if it is, through a
    /// mistake of ours, the memory of the server and of who collects is still safe.
    static let mostSamples = 2_000

    let name: String
    private let help: String
    private let labels: [String]
    private let counts: Locked<[[String]: Int]>

    /// A family with these names of labels.
    ///
    /// - Parameter known: Values to begin at zero with, so that the first event is an increase.
    init(_ name: String, _ help: String, labels: [String] = [], known: [[String]] = []) {
        self.name = name
        self.help = help
        self.labels = labels
        counts = Locked(Dictionary((labels.isEmpty ? [[]] : known).map { ($0, 0) }) { first, _ in first })
    }

    func add(_ count: Int = 1, _ values: String...) {
        counts.withLock { counts in
            let isKnown = counts[values] != nil || counts.count < Self.mostSamples
            counts[isKnown ? values : labels.map { _ in "other" }, default: 0] += count
        }
    }

    func write(_ text: inout MetricText) {
        text.family(name, .counter, help)
        let sorted = counts.withLock { $0 }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        for (values, count) in sorted {
            text.sample(name, Double(count), zip(labels, values).map { MetricLabel($0, $1) })
        }
    }
}
