package import SesameAccounts
import SesameWire

/// The metrics of the database: commits with their durations and numbers of writes, stored security events, and created
/// accounts.
package final class StorageMetrics: Sendable {
    private struct Commits {
        var durations = Histogram(Histogram.seconds)
        var batches = Histogram([1, 2, 4, 8, 16, 32, 64, 128, 256])
    }

    private let outcomes = Counter(
        "sesame_storage_commits_total", "Commits by outcome: kept or failed.", labels: ["outcome"],
        known: [["kept"], ["failed"]])
    private let created: Counter
    private let events = Counter(
        "sesame_security_events_total", "Security events stored, by app and kind.", labels: ["app", "kind"])
    private let commits = Locked(Commits())

    init(apps: [AppID]) {
        created = Counter(
            "sesame_accounts_created_total", "Accounts created, by app.", labels: ["app"],
            known: apps.map { [$0.description] })
    }

    package func note(_ commit: StorageCommit) {
        outcomes.add(1, commit.isDurable ? "kept" : "failed")
        commits.withLock { commits in
            commits.durations.observe(commit.duration.inSeconds)
            commits.batches.observe(Double(commit.writes))
        }
        for event in commit.events {
            let app = event.app?.description ?? ""
            events.add(1, app, event.kind.rawValue)
            if event.kind == .accountCreated { created.add(1, app) }
        }
    }

    func write(_ text: inout PrometheusText) {
        created.write(&text)
        events.write(&text)
        outcomes.write(&text)
        let commits = commits.withLock { $0 }
        text.family(
            "sesame_storage_commit_duration_seconds", .histogram, "Seconds per commit, including disk access.")
        commits.durations.write("sesame_storage_commit_duration_seconds", [], &text)
        text.family("sesame_storage_commit_writes", .histogram, "Writes per commit.")
        commits.batches.write("sesame_storage_commit_writes", [], &text)
    }
}
