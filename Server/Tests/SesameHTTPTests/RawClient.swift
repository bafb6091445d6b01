import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

@testable import SesameHTTP

/// A TCP connection of a client that sends bytes unchanged.
final class RawClient: Sendable {
    private let channel: any Channel
    private let received: Received

    private init(_ channel: any Channel, _ received: Received) {
        self.channel = channel
        self.received = received
    }

    /// Connects to a server, from an address of this machine. If `reads` is false, nothing is read before
    /// ``setReading(_:)``.
    static func connect(
        host: String = "127.0.0.1", from address: String? = nil, port: Int, reads: Bool = true
    ) async throws -> RawClient {
        let received = Received()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let address { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0)) }
        let channel =
            try await bootstrap
            .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .channelOption(ChannelOptions.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
            .connect(host: host, port: port).get()
        return RawClient(channel, received)
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    func setReading(_ reads: Bool) async throws {
        try await channel.setOption(ChannelOptions.autoRead, value: reads).get()
    }

    func closeOutput() async throws { try await channel.close(mode: .output).get() }

    func close() async { try? await channel.close().get() }

    /// Returns all text received until the server closes the connection.
    func rest() async -> String {
        await received.wait { $0.isClosed }
        return received.text
    }

    /// Returns the received text once it contains the given part `count` times, or the server has closed the
    /// connection.
    func text(containing part: String, times count: Int = 1) async -> String {
        await received.wait { $0.isClosed || $0.text.utf8Occurrences(of: part) >= count }
        return received.text
    }
}

/// The text received so far, and the task that waits for more.
private final class Received: Sendable {
    struct State {
        var text = ""
        var isClosed = false
        var waiting: (condition: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state = NIOLockedValueBox(State())

    var text: String { state.withLockedValue { $0.text } }

    func change(_ body: (inout State) -> Void) {
        let ready = state.withLockedValue { state -> CheckedContinuation<Void, Never>? in
            body(&state)
            guard let waiting = state.waiting, waiting.condition(state) else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        ready?.resume()
    }

    func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLockedValue { state in
                guard !condition(state) else { return true }
                state.waiting = (condition, continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }
}

private final class Collector: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let received: Received

    init(_ received: Received) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        received.change { $0.text += String(buffer: bytes) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case ChannelEvent.inputClosed = event else { return }
        received.change { $0.isClosed = true }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { received.change { $0.isClosed = true } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

extension String {
    func utf8Occurrences(of part: String) -> Int {
        let bytes = Array(utf8)
        let wanted = Array(part.utf8)
        guard bytes.count >= wanted.count else { return 0 }
        return (0...(bytes.count - wanted.count)).count { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}
