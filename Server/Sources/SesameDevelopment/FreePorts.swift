import NIOCore
import NIOPosix

/// Ports of this machine that nobody listens on.
package enum FreePorts {
    /// Two of them, as the system chooses them. They are free when they are found, and nobody keeps them so.
    package static func pair() async throws -> (Int, Int) {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        // Both are held until both are known: otherwise the second could be the first.
        let first = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let second = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let ports = [first, second].map { $0.localAddress?.port ?? 0 }
        for channel in [first, second] { try await channel.close() }
        return (ports[0], ports[1])
    }
}
