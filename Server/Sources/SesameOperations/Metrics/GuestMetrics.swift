package import SesameAccounts
import SesameWire

/// The guests of each app, and the idle ones among them, by the last clean-up.
package final class GuestMetrics: Sendable {
    private let outcomes = Locked<[String: GuestCleanup.Outcome]>([:])

    /// Takes what a clean-up has found in one app.
    package func note(_ outcome: GuestCleanup.Outcome) {
        outcomes.withLock { $0[outcome.app.description] = outcome }
    }

    func write(_ text: inout MetricText) {
        let outcomes = outcomes.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
        func gauge(_ name: String, _ help: String, _ value: (GuestCleanup.Outcome) -> Int) {
            text.family(name, .gauge, help)
            for outcome in outcomes {
                text.sample(name, Double(value(outcome)), [MetricLabel("app", outcome.app.description)])
            }
        }
        gauge("sesame_guests", "Guests that the last daily clean-up left, by app.") { $0.guests - $0.removed }
        gauge("sesame_guests_idle", "Idle guests that the last clean-up removed, or with dryRun would remove, by app.")
        {
            $0.idle
        }
    }
}
