import NIOCore
import NIOPosix

/// An address that a server could not listen on.
package struct HTTPListenError: Error, Sendable {
    /// The address.
    package let host: String
    package let port: Int
    /// The cause: of the system's errors, an `IOError` of SwiftNIO.
    package let cause: any Error

    /// Binds an address and releases it at once. Returns the error, or nil if a server can listen there now.
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
