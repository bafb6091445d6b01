package import SesameAccounts
import SesameWire

/// The metrics of the daily cleanup: each app's guests, and its idle guests.
package final class GuestMetrics: Sendable {
    private let outcomes = Locked<[String: GuestCleanup.Outcome]>([:])

    /// Records the result of a cleanup in one app.
    package func note(_ outcome: GuestCleanup.Outcome) {
        outcomes.withLock { $0[outcome.app.description] = outcome }
    }

    func write(_ text: inout PrometheusText) {
        let outcomes = outcomes.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
        func gauge(_ name: String, _ help: String, _ value: (GuestCleanup.Outcome) -> Int) {
            text.family(name, .gauge, help)
            for outcome in outcomes {
                text.sample(name, Double(value(outcome)), [MetricLabel("app", outcome.app.description)])
            }
        }
        gauge("sesame_guests", "Guests remaining after the last daily cleanup, by app.") { $0.guests - $0.removed }
        gauge(
            "sesame_guests_idle", "Idle guests that the last cleanup removed, or would remove without dryRun, by app."
        ) {
            $0.idle
        }
    }
}
