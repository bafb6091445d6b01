import SesameAccounts
import SesameTokens
import SesameWire

/// The metrics of the providers' keys: their age and the results of fetches.
package final class KeyMetrics: Sendable {
    /// The source of a key set: a provider, or the development provider that imitates it.
    struct Source: Sendable, Hashable {
        let provider: Provider
        let isDevelopment: Bool

        fileprivate var labels: [String] { [provider.rawValue, isDevelopment ? "development" : "vendor"] }
    }

    private let fetches = Counter(
        "sesame_provider_keys_fetches_total",
        "Fetches of a provider's keys, by provider, source (vendor or development) and outcome (fetched or failed).",
        labels: ["provider", "source", "outcome"])
    private let fetchedAt = Locked([Source: ContinuousClock.Instant]())

    func note(_ event: JWKSCache.Event, of source: Source) {
        switch event {
        case .fetched:
            fetches.add(1, source.labels[0], source.labels[1], "fetched")
            fetchedAt.withLock { $0[source] = .now }
        case .failed: fetches.add(1, source.labels[0], source.labels[1], "failed")
        }
    }

    func write(_ text: inout PrometheusText) {
        fetches.write(&text)
        let name = "sesame_provider_keys_age_seconds"
        text.family(name, .gauge, "Seconds since a provider's keys were fetched, by provider and source.")
        let sources = fetchedAt.withLock { $0 }.sorted { $0.key.labels.lexicographicallyPrecedes($1.key.labels) }
        for (source, instant) in sources {
            let labels = zip(["provider", "source"], source.labels).map { MetricLabel($0, $1) }
            text.sample(name, instant.duration(to: .now).inSeconds, labels)
        }
    }
}
