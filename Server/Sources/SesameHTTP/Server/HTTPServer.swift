package import Logging
import NIOConcurrencyHelpers
package import NIOCore
import NIOHTTP1
import NIOPosix

package final class HTTPServer: Sendable {
    private struct State {
        var group: MultiThreadedEventLoopGroup?
        var listeners: [any Channel] = []
    }

    /// The server's configuration.
    package let configuration: HTTPServerConfiguration
    private let service: ConnectionService
    private let connections: ConnectionRegistry
    private let state = NIOLockedValueBox(State())

    /// A server that does not listen yet.
    package init(configuration: HTTPServerConfiguration, router: Router, logger: Logger) {
        self.configuration = configuration
        service = ConnectionService(
            router: router, limits: configuration.limits, logger: logger, accessLevel: configuration.accessLevel,
            logsTraces: configuration.logsTraces, observer: configuration.observer)
        connections = ConnectionRegistry(limit: configuration.limits.maximumConnections)
    }

    /// Listens; returns the port, which the system chose if the configuration has 0. Once in a server's life.
    ///
    /// Throws when one of the addresses cannot be had; then it listens on none.
    @discardableResult
    package func start() async throws(HTTPListenError) -> Int {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.loops ?? System.coreCount)
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

    /// Takes no more connections, lets requests at work finish within the grace, then closes everything.
    package func shutdown(grace: TimeAmount = .seconds(10)) async {
        let state = state.withLockedValue { state in
            defer { state = State() }
            return state
        }
        guard let group = state.group else { return }
        for listener in state.listeners { try? await listener.close().get() }
        await connections.drain(grace: grace, on: group.next())
        try? await group.shutdownGracefully()
    }

    /// The number of open connections.
    package var openConnections: Int { connections.count }

    private func bootstrap(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: 1_024)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            // One read a wake-up: the second would find nothing in nearly all cases, and epoll tells again if not.
            .childChannelOption(ChannelOptions.maxMessagesPerRead, value: 1)
            .childChannelInitializer { [service, connections, configuration] channel in
                guard connections.admit(channel) else { return Self.turnAway(channel, service) }
                let handler = ConnectionHandler(
                    service: service, tasks: connections.tasks(of: channel.eventLoop),
                    peer: ConnectionPeer(
                        channel.remoteAddress, trustedProxies: configuration.trustedProxies,
                        field: configuration.forwardingField))
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
    }

    /// Says that the server is full, and closes.
    private static func turnAway(_ channel: any Channel, _ service: ConnectionService) -> EventLoopFuture<Void> {
        var writer = ResponseWriter()
        var ids = RequestIDSource()
        var bytes = channel.allocator.buffer(capacity: 512)
        let refused = RefusedRequest(id: ids.next(), request: nil)
        let response = service.router.refuse(.overloaded, refused, by: 0)
        writer.write(response, id: refused.id, isHead: false, closes: true, into: &bytes)
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TurnAwayHandler(answer: bytes))
        }
    }
}

/// Sends one answer as soon as the connection stands, and closes it.
private final class TurnAwayHandler: ChannelInboundHandler {
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
