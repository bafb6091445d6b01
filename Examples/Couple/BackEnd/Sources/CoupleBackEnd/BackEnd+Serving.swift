import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

extension BackEnd {
    private static let maxBodyBytes = 16_384

    private typealias Connection = NIOAsyncChannel<NIOHTTPServerRequestFull, HTTPPart<HTTPResponseHead, ByteBuffer>>

    /// Serves HTTP on 127.0.0.1 until the task is canceled, behind a reverse proxy for TLS, timeouts and connection
    /// limits. Throws if Sesame does not respond, the admin key is unsuitable or the port is in use.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free one.
    ///   - started: Called with the actual port once the server listens.
    public func serve(port: Int, started: @Sendable (Int) -> Void) async throws {
        try await profiles.check()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(NIOHTTPServerRequestAggregator(maxContentLength: Self.maxBodyBytes))
                    try pipeline.addHandler(ResponseBytes())
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        started(server.channel.localAddress?.port ?? port)
        try await withThrowingTaskGroup(of: Void.self) { both in
            both.addTask { try await keepWriting() }
            both.addTask { try await server.executeThenClose { try await answer(all: $0) } }
            try await both.next()
            both.cancelAll()
        }
    }

    /// Writes outdated profiles until the task is canceled: every second, or every 30 seconds after a failure.
    private func keepWriting() async throws {
        while true {
            let isTaken = await writeRest()
            try await Task.sleep(for: .seconds(isTaken ? 1 : 30))
        }
    }

    private func answer(all connections: NIOAsyncChannelInboundStream<Connection>) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for try await connection in connections {
                // Ignores a broken connection; its client retries.
                group.addTask { try? await answer(connection) }
            }
        }
    }

    private func answer(_ connection: Connection) async throws {
        try await connection.executeThenClose { requests, answers in
            for try await request in requests {
                let answer = await answer(Request(request))
                let body = try JSONEncoder().encode(answer.body)
                var head = HTTPResponseHead(
                    version: request.head.version, status: HTTPResponseStatus(statusCode: answer.status))
                head.headers = [
                    "Content-Type": "application/json", "Content-Length": "\(body.count)", "Cache-Control": "no-store",
                ]
                try await answers.write(.head(head))
                try await answers.write(.body(ByteBuffer(bytes: body)))
                try await answers.write(.end(nil))
                if !request.head.isKeepAlive { break }
            }
        }
    }
}

/// A handler that converts response parts to the type that NIO's HTTP encoder expects.
private final class ResponseBytes: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: OutboundOut =
            switch unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let bytes): .body(.byteBuffer(bytes))
            case .end(let trailers): .end(trailers)
            }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}

extension Request {
    fileprivate init(_ request: NIOHTTPServerRequestFull) {
        method = request.head.method.rawValue
        path = String(request.head.uri.prefix { $0 != "?" })
        authorization = request.head.headers.first(name: "Authorization")
        signature = request.head.headers.first(name: "Sesame-Signature")
        body = request.body.map { Array($0.readableBytesView) } ?? []
    }
}
