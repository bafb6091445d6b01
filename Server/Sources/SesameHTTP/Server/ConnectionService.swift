import Logging
import NIOCore
import NIOHTTP1

/// The state that all connections of a server share.
struct ConnectionService: Sendable {
    let router: Router
    let limits: HTTPLimits
    let logger: Logger
    let accessLevel: Logger.Level
    let logsTraces: Bool
    let observer: (@Sendable (HTTPExchangeRecord) -> Void)?
    let largeBodies: LargeBodies

    /// Records a response in the log and the metrics. Of the request, only the id, the method, the route's pattern and,
    /// in the log, the trace id are recorded; never the path, the query or the body.
    func note(_ response: HTTPResponse, id: RequestID, exchange: Exchange?) {
        let isFailure = response.status.code >= 500
        let level = isFailure ? max(accessLevel, .notice) : accessLevel
        guard observer != nil || logger.logLevel <= level else { return }
        let elapsed = exchange.map { NIODeadline.now() - $0.start } ?? .nanoseconds(0)
        let record = HTTPExchangeRecord(
            id: id, method: exchange.map { $0.request.method.label } ?? "-", pattern: exchange?.plan.pattern ?? "-",
            status: Int(response.status.code), duration: .nanoseconds(elapsed.nanoseconds))
        observer?(record)
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "requestID": "\(id)", "method": "\(record.method)", "route": "\(record.pattern)",
            "status": "\(record.status)", "microseconds": "\(elapsed.nanoseconds / 1_000)",
        ]
        if logsTraces, let trace = exchange.flatMap({ TraceParent($0.request.headers) }) {
            metadata["traceID"] = "\(trace.traceID)"
        }
        logger.log(level: level, "request", metadata: metadata)
    }
}

extension HTTPMethod {
    /// The method's name if HTTP defines it; otherwise `OTHER`.
    fileprivate var label: String {
        if case .RAW = self { "OTHER" } else { rawValue }
    }
}
