package import Logging
import NIOConcurrencyHelpers
package import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

package final class HTTPServer: Sendable {
    private struct State {
        var group: MultiThreadedEventLoopGroup?
        var listeners: [any Channel] = []
    }

    package let configuration: HTTPServerConfiguration
    private let service: ConnectionService
    private let connections: ConnectionRegistry
    private let state = NIOLockedValueBox(State())

    /// Creates a server that does not listen yet.
    package init(configuration: HTTPServerConfiguration, router: Router, logger: Logger) {
        self.configuration = configuration
        service = ConnectionService(
            router: router, limits: configuration.limits, logger: logger, accessLevel: configuration.accessLevel,
            logsTraces: configuration.logsTraces, observer: configuration.observer,
            largeBodies: LargeBodies(max: configuration.limits.largeBodyBytes))
        connections = ConnectionRegistry(
            limit: OpenFiles.connections(atMost: configuration.limits.maxConnections),
            addressLimit: configuration.addressLimit)
    }

    /// Starts to listen and returns the port, which the system chooses if the configuration has 0. Call `start` only
    /// once.
    ///
    /// Throws if one of the addresses is not available; the server then listens on none.
    @discardableResult
    package func start() async throws(HTTPListenError) -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.eventLoopCount ?? System.coreCount)
        let bootstrap = bootstrap(group)
        var listeners: [any Channel] = []
        var port = configuration.port
        for host in configuration.hosts {
            do {
                let listener = try await bootstrap.bind(host: host, port: port).get()
                listeners.append(listener)
                port = listener.localAddress?.port ?? port
            } catch {
                // Closes the listeners too.
                try? await group.shutdownGracefully()
                throw HTTPListenError(host: host, port: port, cause: error)
            }
        }
        state.withLockedValue { [listeners] in $0 = State(group: group, listeners: listeners) }
        return port
    }

    /// Stops accepting connections, waits for current requests up to the grace period, then closes everything.
    ///
    /// - Parameter idle: The time for which an idle connection stays open. A client may have sent its next request
    ///   already; the response announces the end of the connection.
    package func shutdown(grace: TimeAmount = .seconds(10), idle: TimeAmount = .zero) async {
        let state = state.withLockedValue { state in
            defer { state = State() }
            return state
        }
        guard let group = state.group else { return }
        for listener in state.listeners { try? await listener.close().get() }
        await connections.drain(grace: grace, idle: idle, on: group.next())
        try? await group.shutdownGracefully()
    }

    package var openConnections: Int { connections.count }

    /// Returns the greatest number of connections at a time since the last call.
    package func takePeakConnections() -> Int { connections.takePeak() }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: 1_024)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            // Connections inherit these two. Setting them on each would cost more than a request.
            .serverChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            // Otherwise the system keeps megabytes for a client that does not read.
            .serverChannelOption(
                ChannelOptions.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT)),
                value: ChannelOptions.Types.SocketOption.Value(ConnectionHandler.chunkBytes)
            )
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            // One read for each wake-up: a second would nearly always find nothing, and epoll reports any remaining
            // bytes again.
            .childChannelOption(ChannelOptions.maxMessagesPerRead, value: 1)
            .childChannelOption(
                ChannelOptions.recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2_048, maximum: 16_384)
            )
            .childChannelOption(
                ChannelOptions.writeBufferWaterMark,
                value: .init(low: ConnectionHandler.chunkBytes / 2, high: ConnectionHandler.chunkBytes - 1)
            )
            .childChannelInitializer { [service, connections, configuration] channel in
                let peer = ConnectionPeer(
                    channel.remoteAddress, trustedProxies: configuration.trustedProxies,
                    field: configuration.forwardingField)
                let admission = connections.admit(channel, from: peer.bits)
                guard admission == .admitted else {
                    if case .limited(let limit) = admission { configuration.limitObserver?(limit) }
                    return Self.turnAway(channel, service)
                }
                let handler = ConnectionHandler(
                    service: service, tasks: connections.tasks(of: channel.eventLoop), peer: peer)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
    }

    /// Responds with 503 because a limit of connections is reached or the server is stopping, and closes the
    /// connection.
    private static func turnAway(_ channel: any Channel, _ service: ConnectionService) -> EventLoopFuture<Void> {
        var writer = ResponseWriter()
        var ids = RequestIDSource()
        var bytes = channel.allocator.buffer(capacity: 512)
        let refused = FailedRequest(id: ids.next(), request: nil)
        let response = service.router.refuse(.overloaded, refused, by: 0)
        bytes.writeBytes(writer.write(response, id: refused.id, isHead: false, closes: true, into: &bytes))
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(RejectConnectionHandler(answer: bytes))
        }
    }
}

/// A handler that sends one response when the connection opens, and closes it.
private final class RejectConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer

    init(answer: ByteBuffer) { self.answer = answer }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
