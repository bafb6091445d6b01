import NIOCore
import NIOPosix

/// A namespace for finding unused ports of this machine.
package enum FreePorts {
    /// Returns two ports chosen by the system, which are unused but not reserved.
    package static func pair() async throws -> (Int, Int) {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        // Both ports stay bound until both are known, because otherwise the second could equal the first.
        let first = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let second = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        let ports = [first, second].map { $0.localAddress?.port ?? 0 }
        for channel in [first, second] { try await channel.close() }
        return (ports[0], ports[1])
    }
}
