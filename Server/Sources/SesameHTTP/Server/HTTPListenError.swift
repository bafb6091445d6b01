import NIOCore
import NIOPosix

/// An error of binding an address, for example because another process uses the port.
package struct HTTPListenError: Error, Sendable {
    /// The address that could not be bound: an IP address or a host name.
    package let host: String
    package let port: Int
    /// The cause; for a system error, SwiftNIO's `IOError`.
    package let cause: any Error

    /// Checks if a server can listen on an address, by binding it and releasing it at once. Returns the error; nil if
    /// the address is available.
    package static func find(host: String, port: Int) async -> HTTPListenError? {
        do {
            let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port).get()
            try await listener.close().get()
            return nil
        } catch {
            return HTTPListenError(host: host, port: port, cause: error)
        }
    }
}
