import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import SesameHTTP

/// A target for connections. Each request gets exactly one response, in order, with any split of the bytes into
/// packets.
struct ConnectionTarget: FuzzTarget {
    private let service = ConnectionService(
        router: Self.router, limits: HTTPLimits(), logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() },
        accessLevel: .debug, logsTraces: true, observer: nil)

    func run(_ input: [UInt8]) {
        let transcript = Transcript([input[...]]) { head in
            let path = try? RequestTarget(head.target).path
            return path.flatMap { Self.router.plan(method: head.method, path: $0).maxBodyBytes }
        }
        let whole = Answers(of: answer([input[...]]), to: transcript)
        var dice = Dice(input)
        let pieces = dice.pieces(of: input, longest: 48)
        let cut = Answers(of: answer(pieces), to: transcript)
        // A 100 (Continue) response depends on how much of the body has arrived, and so does the rest of the output.
        if !transcript.requests.contains(where: { $0.headers.contains(name: "Expect") }), whole.interim == 0 {
            check(cut == whole, "packets change nothing: \(cut) is not \(whole)")
        }
    }

    /// Returns the server's whole output for an input that arrives in the given pieces.
    private func answer(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
        let channel = EmbeddedChannel()
        let handler = ConnectionHandler(
            service: service, tasks: ConnectionTasks(loop: channel.embeddedEventLoop),
            peer: ConnectionPeer(nil, trustedProxies: [], field: .xForwarded))
        var sent: [UInt8] = []
        do {
            try channel.pipeline.syncOperations.addHandler(handler)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
            for piece in pieces where channel.isActive {
                try channel.writeInbound(ByteBuffer(bytes: piece))
                channel.embeddedEventLoop.run()
            }
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { sent += Array(bytes.readableBytesView) }
            _ = try channel.finish(acceptAlreadyClosed: true)
        } catch {
            stop("the channel failed: \(error)")
        }
        return sent
    }

    private static let router = Router(surfaces: [
        Surface(
            name: "fuzz",
            routes: [
                Route(.GET, "/", takes: .none) { _, _ in .text("here") },
                Route(.GET, "/empty", takes: .none) { _, _ in .noContent },
                Route(.GET, "/a/{name}", takes: .none) { _, path in .text(path["name"] ?? "") },
                Route(.POST, "/echo", takes: .none, policy: RoutePolicy(contentTypes: [])) { request, _ in
                    .json(request.body)
                },
                Route(.POST, "/later", takes: .none, policy: RoutePolicy(maxBodyBytes: 16, contentTypes: [])) {
                    request, _ in
                    for _ in 0..<3 { await Task.yield() }
                    return .json(request.body)
                },
            ],
            renderProblem: { problem, _ in .text(problem.detail, status: problem.status) })
    ])
}
