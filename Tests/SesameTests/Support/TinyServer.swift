import Foundation
import SesameWire

@testable import Sesame

/// A server on this device that responds to each request with prepared bytes, one connection after the other.
final class TinyServer: Sendable {
    /// The ending of a response, after the prepared bytes.
    enum Ending: Sendable {
        /// The connection is closed.
        case close
        /// A byte is sent about every five milliseconds, until the client closes the connection.
        case trickle
        /// Up to 64 KiB are sent about every millisecond, until the client closes the connection.
        case flood
    }

    let port: UInt16
    private let received = Locked<[String]>([])
    private let isStopped = Locked(false)

    init(_ answer: String, then ending: Ending = .close) throws {
        let (descriptor, port) = try LoopbackSocket.listen()
        self.port = port
        let (received, isStopped) = (received, isStopped)
        let thread = Thread {
            defer { close(descriptor) }
            while !isStopped.withLock({ $0 }) {
                guard LoopbackSocket.wait(for: [descriptor], milliseconds: 10).contains(descriptor),
                    let connection = LoopbackSocket.accept(descriptor)
                else { continue }
                received.withLock { $0.append("") }
                let request = Self.readRequest(connection, isStopped)
                received.withLock { $0[$0.count - 1] = request }
                let bytes = Array(answer.utf8)
                _ = send(connection, bytes, bytes.count, Self.flags)
                Self.end(connection, ending, isStopped)
                close(connection)
            }
        }
        thread.start()
    }

    deinit {
        isStopped.withLock { $0 = true }
    }

    var url: URL? { URL(string: "http://127.0.0.1:\(port)/path") }

    /// The received requests as text, with heads and bodies, oldest first; a request still being read is empty.
    var requests: [String] { received.withLock { $0 } }

    private static var flags: Int32 {
        #if canImport(Darwin)
            0
        #else
            Int32(MSG_NOSIGNAL)
        #endif
    }

    private static func readRequest(_ connection: Int32, _ isStopped: Locked<Bool>) -> String {
        var request = ""
        while !isStopped.withLock({ $0 }) {
            _ = LoopbackSocket.wait(for: [connection], milliseconds: 10)
            guard let bytes = LoopbackSocket.receive(from: connection) else { continue }
            request += String(decoding: bytes, as: UTF8.self)
            if bytes.isEmpty { return request }
            guard let end = request.range(of: "\r\n\r\n") else { continue }
            let head = request[..<end.lowerBound].lowercased()
            let length = head.components(separatedBy: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) }
            if request[end.upperBound...].utf8.count >= length ?? 0 { return request }
        }
        return request
    }

    private static func end(_ connection: Int32, _ ending: Ending, _ isStopped: Locked<Bool>) {
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: ending == .flood ? 65_536 : 1)
        while ending != .close, !isStopped.withLock({ $0 }) {
            let count = send(connection, chunk, chunk.count, flags)
            guard count >= 0 || errno == EAGAIN else { return }
            usleep(ending == .flood ? 1_000 : 5_000)
        }
    }
}

extension LoopbackSocket {
    /// Returns the descriptor of a socket that is connected to a port of this device.
    static func connect(port: UInt16) throws -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw CancellationError() }
        return descriptor
    }
}
