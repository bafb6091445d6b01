import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import SesameHTTP

/// A simulated network in front of a server. It loses, delays, duplicates and replaces messages, at random from a seed.
///
/// The response to a duplicated request is sent only after the server has handled both copies. If the app had already
/// continued, the server would rightly treat the second copy as a replay.
final class FaultyNetwork: Sendable {
    /// The fault, if any, in one exchange of a request and a response.
    enum Fault: CaseIterable, Hashable {
        case none
        /// The connection ends before the request has arrived.
        case lostRequest
        /// The server handles the request, and the connection ends before the response.
        case lostAnswer
        /// The connection ends in the middle of the response.
        case cutAnswer
        /// The request arrives twice at the same time.
        case doubledRequest
        /// The request reaches the server after a random pause.
        case lateRequest
        /// The response reaches the app after a random pause.
        case lateAnswer
        /// A captive portal responds in place of the server: with a page (200), a redirect (302) or a refusal (401).
        case portalPage, portalRedirect, portalRefusal
        /// A proxy responds with 502, because it cannot reach the server.
        case badGateway
    }

    private typealias AnswerPart = HTTPPart<HTTPResponseHead, ByteBuffer>
    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, AnswerPart>

    let url: URL
    private let target: URL
    private let client: HTTPClient
    private let state: NIOLockedValueBox<State>

    private struct State {
        var generator: SeededGenerator
        var isCalm = false
        var paths: [String] = []
        var isHeld = false
        var counts: [Fault: Int] = [:]
    }

    private init(url: URL, target: URL, seed: UInt64, client: HTTPClient) {
        self.url = url
        self.target = target
        self.client = client
        state = NIOLockedValueBox(State(generator: SeededGenerator(seed: seed)))
    }

    /// The number of exchanges so far, by their fault.
    var counts: [Fault: Int] { state.withLockedValue { $0.counts } }

    /// Returns the number of requests to a path so far, including lost ones; a duplicated request counts once.
    func requestCount(of path: String) -> Int { state.withLockedValue { $0.paths.count { $0 == path } } }

    /// Makes all further exchanges free of faults.
    func calm() { state.withLockedValue { $0.isCalm = true } }

    /// Holds all requests until ``release()`` is called.
    func hold() { state.withLockedValue { $0.isHeld = true } }

    /// Forwards the held requests, and holds no further ones.
    func release() { state.withLockedValue { $0.isHeld = false } }

    /// Runs the network until the closure returns. About half of the exchanges have no fault.
    static func run(
        to target: URL, seed: UInt64, _ body: @escaping @Sendable (FaultyNetwork) async throws -> Void
    ) async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 64)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(AnswerWriter())
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let port = listener.channel.localAddress?.port ?? 0
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        let client = HTTPClient(allowsPlainHTTP: true, maxTransfers: 4)
        let network = FaultyNetwork(url: url, target: target, seed: seed, client: client)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await withThrowingDiscardingTaskGroup { connections in
                    try await listener.executeThenClose { inbound in
                        for try await connection in inbound {
                            connections.addTask { try? await network.serve(connection) }
                        }
                    }
                }
            }
            group.addTask { try await body(network) }
            // The listener ends only when it is canceled, so the call or a failure ends first.
            try await group.next()
            group.cancelAll()
        }
        await client.shutdown()
    }

    private func serve(_ connection: Connection) async throws {
        try await connection.executeThenClose { requests, answers in
            var head: HTTPRequestHead?
            var body: [UInt8] = []
            for try await part in requests {
                switch part {
                case .head(let received): head = received
                case .body(let bytes): body += Array(bytes.readableBytesView)
                case .end:
                    if let head { try await carry(head, body, answers) }
                    return
                }
            }
        }
    }

    /// Forwards one request with a random fault, and writes the response. The connection ends with this exchange.
    private func carry(
        _ head: HTTPRequestHead, _ body: [UInt8], _ answers: NIOAsyncChannelOutboundWriter<AnswerPart>
    ) async throws {
        let (fault, pause) = next()
        state.withLockedValue { $0.paths.append(head.uri) }
        while state.withLockedValue({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(2)) }
        switch fault {
        case .lostRequest: return
        case .portalPage: return try await write(.portal(status: 200), to: answers)
        case .portalRedirect: return try await write(.portal(status: 302), to: answers)
        case .portalRefusal: return try await write(.portal(status: 401), to: answers)
        case .badGateway: return try await write(.portal(status: 502), to: answers)
        case .lateRequest: try await Task.sleep(for: pause)
        default: break
        }
        async let twin = fault == .doubledRequest ? forward(head, body) : nil
        let first = await forward(head, body)
        _ = await twin
        guard let answer = first else { return }
        switch fault {
        case .lostAnswer: return
        case .lateAnswer: try await Task.sleep(for: pause)
        case .cutAnswer: return try await write(answer, to: answers, bytes: answer.body.count / 2)
        default: break
        }
        return try await write(answer, to: answers)
    }

    private func next() -> (Fault, Duration) {
        state.withLockedValue { state in
            let isFaulty = !state.isCalm && Bool.random(using: &state.generator)
            let fault = isFaulty ? Fault.allCases.randomElement(using: &state.generator) ?? .none : .none
            state.counts[fault, default: 0] += 1
            return (fault, .milliseconds(Int.random(in: 1...5, using: &state.generator)))
        }
    }

    private func forward(_ head: HTTPRequestHead, _ body: [UInt8]) async -> OutgoingResponse? {
        let hops: Set<String> = ["host", "connection", "content-length", "transfer-encoding", "accept-encoding"]
        let headers = head.headers.filter { !hops.contains($0.name.lowercased()) }.map { ($0.name, $0.value) }
        return try? await client.send(
            OutgoingRequest(
                method: head.method.rawValue, url: target.absoluteString + head.uri, headers: headers,
                body: body.isEmpty ? nil : body, timeout: .seconds(10)))
    }

    /// Writes the response, optionally only the given number of bytes of its body.
    private func write(
        _ answer: OutgoingResponse, to answers: NIOAsyncChannelOutboundWriter<AnswerPart>,
        bytes: Int? = nil
    ) async throws {
        var headers = HTTPHeaders()
        for (name, value) in answer.headers where !["connection", "content-length"].contains(name.lowercased()) {
            headers.add(name: name, value: value)
        }
        headers.add(name: "Content-Length", value: "\(answer.body.count)")
        headers.add(name: "Connection", value: "close")
        try await answers.write(
            .head(HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)))
        try await answers.write(.body(ByteBuffer(bytes: answer.body.prefix(bytes ?? answer.body.count))))
        if bytes == nil { try await answers.write(.end(nil)) }
    }
}

/// A channel handler that accepts bodies only as byte buffers. NIO's own type also allows file regions, which must not
/// cross threads.
private final class AnswerWriter: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: HTTPServerResponsePart =
            switch unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let bytes): .body(.byteBuffer(bytes))
            case .end(let trailers): .end(trailers)
            }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}

extension OutgoingResponse {
    /// Returns the response of a captive portal, with the given status.
    fileprivate static func portal(status: Int) -> OutgoingResponse {
        OutgoingResponse(
            status: status,
            headers: [("Content-Type", "text/html"), ("Location", "http://127.0.0.1:9/sign-in")],
            body: Array("<html><body>Welcome to our network</body></html>".utf8))
    }
}

/// A deterministic generator of numbers from a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
