import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
package import SesameHTTP
import SesameSurface

/// The route `GET /metrics`, for the operator's Prometheus server.
package struct MetricsAPI: Sendable {
    static let path = "/metrics"

    let metrics: ServerMetrics
    let accounts: Services
    let jobs: KnownJobKinds
    /// A closure that returns the current numbers of connections and waiting writes; nil before the server has started.
    let gauges: @Sendable () -> ServerGauges?
    let door: Access
    let log: SecurityLog

    /// The access rule for the metrics.
    package enum Access: Sendable {
        /// All clients may read the metrics, because the operator has a separate listener for them.
        case open
        /// Holders of an admin key with the scope `metricsRead` may read the metrics; in development, clients on this
        /// machine need no key.
        case key(isDevelopment: Bool)
    }

    package func surface() -> Surface {
        Surface(
            name: "metrics",
            routes: [
                Route(.GET, Self.path, takes: .credential, policy: .uncounted) { request, _ in await answer(request) }
            ],
            renderProblem: ErrorRenderer.render)
    }

    private func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(AccountError) {
            try await authorize(request)
            return .content(await text(), type: PrometheusText.mediaType)
        } catch {
            log.refused(error, request)
            return ErrorRenderer.render(error, requestID: request.id.description)
        }
    }

    private func authorize(_ request: HTTPRequest) async throws(AccountError) {
        guard case .key(let isDevelopment) = door else { return }
        if isDevelopment, request.peer.isLoopback, request.headers["Authorization"].isEmpty { return }
        let caller = try await accounts.adminKeys.authenticate(
            adminKey: try request.bearer(),
            context: RequestContext(requestID: request.id.description, network: request.peer.network))
        try caller.require(.metricsRead)
    }

    private func text() async -> [UInt8] {
        var text = PrometheusText()
        metrics.write(&text)
        await writeOutbox(&text)
        let gauges = gauges()
        func gauge(_ name: String, _ help: String, _ value: Int?) {
            text.family(name, .gauge, help)
            if let value { text.sample(name, Double(value)) }
        }
        gauge("sesame_http_connections", "Open connections.", gauges?.connections)
        gauge(
            "sesame_storage_damaged", "1 once a damaged part of the database was met, until a restart.",
            accounts.isDamaged ? 1 : 0)
        gauge("sesame_storage_waiting_writes", "Writes waiting for a commit.", gauges?.waitingWrites)
        return text.bytes
    }

    /// Writes the state of the outbox and the availability of storage. If the database cannot be read, writes only that
    /// storage is unavailable.
    private func writeOutbox(_ text: inout PrometheusText) async {
        var state: OutboxState?
        do throws(AccountError) { state = try await accounts.maintenance.outbox() } catch { log.failed(error) }
        text.family("sesame_storage_up", .gauge, "1 if the database can be read, 0 if not.")
        text.sample("sesame_storage_up", state == nil ? 0 : 1)
        text.family(
            "sesame_outbox_jobs", .gauge, "Waiting jobs by kind, due or not; at most the oldest 100,000 are counted.")
        var counts = Dictionary(jobs.all.map { ($0, 0) }) { first, _ in first }
        for (kind, count) in state?.jobs ?? [:] { counts[jobs.name(of: kind), default: 0] += count }
        if state != nil {
            for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
                text.sample("sesame_outbox_jobs", Double(count), [MetricLabel("kind", kind)])
            }
        }
        let name = "sesame_outbox_overdue_seconds"
        text.family(name, .gauge, "Seconds since the oldest due job became due, by kind; 0 if no job is due.")
        guard let state else { return }
        let now = accounts.environment.now
        var overdue = Dictionary(jobs.all.map { ($0, 0.0) }) { first, _ in first }
        for (queue, time) in state.firstDueAt {
            let kind = jobs.name(of: queue.kind)
            overdue[kind] = max(overdue[kind] ?? 0, now.timeIntervalSince(time))
        }
        for (kind, seconds) in overdue.sorted(by: { $0.key < $1.key }) {
            text.sample(name, seconds, [MetricLabel("kind", kind)])
        }
    }
}

/// The numbers of open connections and of waiting writes at one moment.
struct ServerGauges: Sendable {
    let connections: Int
    let waitingWrites: Int
}
