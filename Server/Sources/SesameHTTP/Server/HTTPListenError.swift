import NIOCore
import NIOPosix

/// An address that a server could not listen on.
public struct HTTPListenError: Error, Sendable {
    /// The address.
    public let host: String
    /// The port.
    public let port: Int
    /// Why: of the system's errors, an `IOError` of SwiftNIO.
    public let cause: any Error

    /// What the system says of an address now: it is taken and let go of. Nil where a server could listen on it.
    public static func find(host: String, port: Int) async -> HTTPListenError? {
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
