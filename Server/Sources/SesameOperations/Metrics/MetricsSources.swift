package import Logging
package import SesameAccounts
package import SesameHTTP
package import SesameSQLite
package import SesameSurface
import SesameWire

/// The server's metrics with their sources, for the routes that serve them.
package final class MetricsSources: Sendable {
    package let metrics: ServerMetrics
    package let jobs: KnownJobKinds
    private let parts = Locked<(server: HTTPServer, storage: SQLiteStorage)?>(nil)

    package init(_ metrics: ServerMetrics, jobs: KnownJobKinds) {
        self.metrics = metrics
        self.jobs = jobs
    }

    /// Connects the gauges to the server and the database, which are created after the metrics' routes. Until then the
    /// gauges of connections and waiting writes have no value.
    package func connect(_ server: HTTPServer, _ storage: SQLiteStorage) {
        parts.withLock { $0 = (server, storage) }
    }

    /// Returns the API that serves the metrics, with the given access rule.
    package func api(_ accounts: Services, door: MetricsAPI.Access, log: SecurityLog) -> MetricsAPI {
        MetricsAPI(
            metrics: metrics, accounts: accounts, jobs: jobs,
            gauges: { [self] in
                parts.withLock { $0 }.map { parts in
                    ServerGauges(
                        connections: parts.server.openConnections, waitingWrites: parts.storage.waitingWrites)
                }
            },
            door: door, log: log)
    }

    /// Starts a server for the metrics alone; nil without an address. Throws if the address is not available.
    package func listen(
        _ address: ListenAddress?, _ accounts: Services, log: SecurityLog, logger: Logger
    ) async throws(StartError) -> HTTPServer? {
        guard let address else { return nil }
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(hosts: [address.host], port: address.port, eventLoopCount: 1),
            router: Router(surfaces: [api(accounts, door: .open, log: log).surface()]), logger: logger)
        try await server.listen()
        return server
    }
}
