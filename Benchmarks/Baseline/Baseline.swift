import NIOCore
import NIOHTTP1
import NIOPosix

/// A minimal HTTP server on SwiftNIO, the baseline of the benchmarks: NIO's own pipeline and a constant response, with
/// one event loop per core.
///
/// Its throughput shows the speed of the machine and its current load.
@main
enum Baseline {
    static func main() throws {
        guard CommandLine.arguments.count == 2, let port = Int(CommandLine.arguments[1]) else {
            print("usage: baseline PORT")
            return
        }
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: System.coreCount)
        let server = try ServerBootstrap(group: loops)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline(withErrorHandling: true).flatMap {
                    channel.pipeline.addHandler(ConstantResponse())
                }
            }
            .bind(host: "127.0.0.1", port: port).wait()
        try server.closeFuture.wait()
    }
}
