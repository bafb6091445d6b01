import Foundation
import SesameCore

/// Wrappers of the loopback listener's POSIX calls, which hide the differences between Darwin and other systems.
enum LoopbackSocket {
    /// Opens a listening socket on 127.0.0.1 and returns it with the port that the system chose.
    static func listen() throws(AuthError) -> (descriptor: Int32, port: UInt16) {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw failure("socket") }
        prepare(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Foundation.listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let error = failure("bind")
            close(descriptor)
            throw error
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts and returns the next connection; nil if none is waiting, or the call fails.
    static func accept(_ listener: Int32) -> Int32? {
        let descriptor = Foundation.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        return descriptor
    }

    /// Sends as many bytes as the connection accepts at once, then ends its sending side. The pages are far smaller
    /// than the connection's buffer.
    static func send(_ bytes: [UInt8], to descriptor: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = Foundation.send(descriptor, bytes, bytes.count, flags)
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Returns the bytes received; empty at the end of the stream or after an error, nil if no bytes have arrived yet.
    static func receive(from descriptor: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { return errno == EAGAIN || errno == EINTR ? nil : [] }
        return Array(buffer[..<count])
    }

    /// Returns the descriptors that become readable or fail within the timeout.
    static func wait(for descriptors: [Int32], milliseconds: Int32) -> Set<Int32> {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
        return Set(polled.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Makes the descriptor nonblocking, keeps programs that this process starts from inheriting it, and disables
    /// SIGPIPE for it where the system can.
    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private static func failure(_ call: String) -> AuthError {
        AuthError(.internal, "\(call): \(String(cString: strerror(errno)))")
    }
}
