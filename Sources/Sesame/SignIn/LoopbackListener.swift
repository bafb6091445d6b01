import Foundation
import SesameCore
import SesameWire

/// A listener on a loopback address that waits for one request, on its own thread.
///
/// It handles every request until the handler accepts one. Idle connections, which browsers open in advance, do not
/// block it: beyond 16, a new connection closes the oldest.
final class LoopbackListener: Sendable {
    /// The handler's decision about a request.
    struct Verdict: Sendable {
        /// The whole HTTP response.
        var answer: [UInt8]
        /// The callback that ends the wait; nil to wait for another request. It runs after the response is sent,
        /// because the program may then exit at once.
        var end: (@Sendable () -> Void)?
    }

    /// The port that the system chose.
    let port: UInt16
    private let descriptor: Int32
    private let isStopped = Locked(false)

    private static let connectionLimit = 16
    private static let headLimit = 16_384
    /// The poll interval in milliseconds, the longest delay until a stop is noticed.
    private static let pollMilliseconds: Int32 = 25

    /// Opens the listening socket. Connections wait until ``start(_:)``.
    init() throws(AuthError) {
        (descriptor, port) = try LoopbackSocket.listen()
    }

    /// Starts the thread that responds to requests; the handler receives nil for a malformed request. Call it only
    /// once, because the thread closes the socket at the end.
    func start(_ handler: @escaping @Sendable (LoopbackRequest?) -> Verdict) {
        let thread = Thread { self.run(handler) }
        thread.name = "sesame-loopback"
        thread.start()
    }

    /// Asks the listener's thread to stop, which it does within ``pollMilliseconds``, and returns at once.
    func stop() {
        isStopped.withLock { $0 = true }
    }

    private func run(_ handler: (LoopbackRequest?) -> Verdict) {
        var connections: [Int32: [UInt8]] = [:]
        var oldest: [Int32] = []
        defer { for connection in connections.keys { close(connection) } }
        defer { close(descriptor) }
        func end(_ connection: Int32) {
            close(connection)
            connections[connection] = nil
            oldest.removeAll { $0 == connection }
        }
        while !isStopped.withLock({ $0 }) {
            let ready = LoopbackSocket.wait(
                for: [descriptor] + connections.keys, milliseconds: Self.pollMilliseconds)
            for connection in ready where connection != descriptor {
                guard let bytes = LoopbackSocket.receive(from: connection) else { continue }
                let head = connections[connection, default: []] + bytes
                connections[connection] = head
                let isComplete = head.containsBlankLine
                guard isComplete || bytes.isEmpty || head.count > Self.headLimit else { continue }
                if isComplete {
                    let verdict = handler(LoopbackRequest(head: head))
                    LoopbackSocket.send(verdict.answer, to: connection)
                    if let end = verdict.end { return end() }
                }
                end(connection)
            }
            if ready.contains(descriptor), let connection = LoopbackSocket.accept(descriptor) {
                if connections.count == Self.connectionLimit { end(oldest[0]) }
                connections[connection] = []
                oldest.append(connection)
            }
        }
    }
}

extension [UInt8] {
    fileprivate var containsBlankLine: Bool {
        let end = Array("\r\n\r\n".utf8)
        return count >= end.count && indices.dropLast(end.count - 1).contains { self[$0...].starts(with: end) }
    }
}
