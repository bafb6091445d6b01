import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

@testable import SesameHTTP

/// Runs a server on a free port until the closure returns.
func withServer(
    _ routes: [Route] = LiveRoutes.all, limits: HTTPLimits = HTTPLimits(), trustedProxies: [IPNetwork] = [],
    addressLimit: AddressConnectionLimit? = nil, forwardingField: ForwardingField = .xForwarded,
    logsTraces: Bool = true, hosts: [String] = ["127.0.0.1"],
    log: LogLines = LogLines(),
    observer: (@Sendable (HTTPExchangeRecord) -> Void)? = nil,
    limitObserver: (@Sendable (ConnectionLimit) -> Void)? = nil,
    _ body: (_ port: Int, _ server: HTTPServer) async throws -> Void
) async throws {
    let configuration = HTTPServerConfiguration(
        hosts: hosts, port: 0, limits: limits, addressLimit: addressLimit, trustedProxies: trustedProxies,
        forwardingField: forwardingField, eventLoopCount: 1, logsTraces: logsTraces, observer: observer,
        limitObserver: limitObserver)
    let surface = Surface(name: "live", routes: routes) { problem, refused in
        .text("\(problem.code) \(refused.request?.id.description.count ?? 0)", status: problem.status)
    }
    let server = HTTPServer(configuration: configuration, router: Router(surfaces: [surface]), logger: log.logger)
    let port = try await server.start()
    do {
        try await body(port, server)
    } catch {
        await server.shutdown(grace: .zero)
        throw error
    }
    await server.shutdown(grace: .zero)
}

/// The routes that the server of a test has by default.
enum LiveRoutes {
    static let all: [Route] = [
        Route(.GET, "/hello", takes: .none) { _, _ in .text("hello") },
        Route(.GET, "/number/{n}", takes: .none) { _, path in .text("number \(path["n"] ?? "")") },
        Route(.POST, "/echo", takes: .none, policy: RoutePolicy(maxBodyBytes: 10, contentTypes: ["text/plain"])) {
            request, _ in
            .content(request.body, type: "text/plain")
        },
        Route(.GET, "/peer", takes: .none) { request, _ in
            .text("\(request.peer) \(request.peer.isLoopback) \(request.scheme)")
        },
        Route(.GET, "/later/{n}", takes: .none) { _, path in
            // Other tasks run first, so that the response is not written during the read.
            for _ in 0..<20 { await Task.yield() }
            await Task.detached {}.value
            return .text("later \(path["n"] ?? "")")
        },
        Route(.GET, "/split", takes: .none) { _, _ in
            HTTPResponse(headers: HTTPHeaders([("X-A", "b\r\nSet-Cookie: c=d")]), body: [65])
        },
        Route(.GET, "/none", takes: .none) { _, _ in .noContent },
        Route(.GET, "/large", takes: .none) { _, _ in .content(Array(repeating: 97, count: 1 << 20), type: "text/plain")
        },
        Route(.GET, "/owned", takes: .none) { _, _ in
            HTTPResponse(
                headers: HTTPHeaders([("Content-Length", "99"), ("Transfer-Encoding", "chunked")]), body: [65])
        },
    ]
}

/// A gate at which handlers wait until the test lets them continue.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watcher: CheckedContinuation<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watcher) = state.withLockedValue { state in
                defer { state.watcher = nil }
                state.arrivals += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return (state.isOpen, state.watcher)
            }
            watcher?.resume()
            if isOpen { continuation.resume() }
        }
    }

    /// Counts an arrival that does not wait.
    func note() {
        let watcher = state.withLockedValue { state in
            defer { state.watcher = nil }
            state.arrivals += 1
            return state.watcher
        }
        watcher?.resume()
    }

    /// Waits until the first caller has arrived at the gate.
    func arrival() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLockedValue { state in
                if state.arrivals == 0 { state.watcher = continuation }
                return state.arrivals > 0
            }
            if isThere { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLockedValue { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// The log lines of a test's server, in JSON and from level trace on, stored in memory.
final class LogLines: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])

    var all: [String] { lines.withLockedValue { $0 } }

    var logger: Logger {
        Logger(label: "test") { [lines] label in
            JSONLinesLogHandler(
                label: label, level: .trace,
                destination: .custom { line in
                    lines.withLockedValue { $0.append(String(decoding: line, as: UTF8.self)) }
                })
        }
    }
}
