import NIOCore
import NIOPosix

/// Runs a server on a free port until the closure returns. The server sends the given text when a client sends
/// anything, and closes no connection by itself.
///
/// If `trickles` is true, the server then sends one more byte every 5 milliseconds.
func withPeer(sends text: String, trickles: Bool = false, _ body: (_ url: String) async throws -> Void) async throws {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(Sender(text, trickles: trickles))
            }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    do {
        try await body("http://127.0.0.1:\(listener.localAddress?.port ?? 0)/")
    } catch {
        try await listener.close().get()
        throw error
    }
    try await listener.close().get()
}

private final class Sender: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String
    private let trickles: Bool
    private var repeating: RepeatedTask?

    init(_ text: String, trickles: Bool) {
        self.text = text
        self.trickles = trickles
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard repeating == nil else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        guard trickles else { return }
        let channel = context.channel
        repeating = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { _ in
            channel.writeAndFlush(ByteBuffer(string: "a"), promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { repeating?.cancel() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
