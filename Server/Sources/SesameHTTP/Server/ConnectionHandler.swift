import Logging
import NIOCore
import NIOHTTP1

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One connection: it feeds the request machine, handles one request after the other, and writes the responses in
/// order.
///
/// Pipelined requests stay as bytes in the buffer during a request. If the buffer is full, the socket is not read, so
/// that the client is slowed down.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let service: ConnectionService
    private let tasks: ConnectionTasks
    private let peer: ConnectionPeer
    private var machine: RequestMachine
    private var writer = ResponseWriter()
    private var ids = RequestIDSource()
    private var clock: ConnectionTimeout
    private var context: ChannelHandlerContext?
    private var input = ByteBuffer()
    private var output = ByteBuffer()
    /// The part of the current response's body that is not yet in `output`. It shares its memory with the response.
    private var remainder: ArraySlice<UInt8> = []
    private var state = State.reading
    private var exchange: Exchange?
    private var requestsBegun = 0
    private var isProcessing = false
    private var isReadHeld = false
    private var closesAfterAnswer = false
    private var closesWhenIdle = false
    /// True if the client has closed its output, so that no more bytes arrive.
    private var isInputEnded = false
    /// True if bytes of the client were dropped, so that nothing behind them may be read.
    private var isInputCut = false
    private var isEnding = false
    private var isWritten = false

    private enum State { case reading, working, lingering, closed }

    init(service: ConnectionService, tasks: ConnectionTasks, peer: ConnectionPeer) {
        self.service = service
        self.tasks = tasks
        self.peer = peer
        machine = RequestMachine(limits: service.limits)
        clock = ConnectionTimeout(limits: service.limits)
    }

    // MARK: Events of the channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        output = context.channel.allocator.buffer(capacity: Self.initialOutputBytes)
        if context.channel.isActive { wait() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        wait()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        state = .closed
        clock.stop()
        input = ByteBuffer()
        remainder = []
        machine = RequestMachine(limits: service.limits)
        exchange = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard state == .reading || state == .working else { return }
        // NIO reads everything when the client closes its output, even if reads are held.
        if holdsReads { isInputCut = true }
        if isInputCut { return }
        var bytes = unwrapInboundIn(data)
        if input.readableBytes == 0 { input = bytes } else { input.writeBuffer(&bytes) }
        process()
    }

    func read(context: ChannelHandlerContext) {
        if holdsReads { isReadHeld = true } else { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        process()
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case ChannelEvent.inputClosed:
            isInputEnded = true
            process()
        case let drain as ConnectionDrain:
            closesAfterAnswer = true
            guard drain.idle > .zero else { return closeWhenIdle() }
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: drain.idle) { handler.value.closeWhenIdle() }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: Requests

    /// Reads and handles requests until the bytes run out, a request is in progress, or the client does not read.
    private func process() {
        guard !isProcessing, let context else { return }
        // A write may change the channel's writability, which calls this again before `output` is cleared.
        isProcessing = true
        var isHeldUp: Bool
        repeat {
            isHeldUp = readRequests(context)
            flush()
        } while isHeldUp && context.channel.isWritable
        isProcessing = false
        if state == .lingering, remainder.isEmpty { closeOutput() }
        if state == .reading, !isHeldUp {
            if isInputEnded || isInputCut {
                closeWhenWritten()
            } else if closesWhenIdle, machine.progress(input) == .betweenRequests {
                state = .lingering
                closeOutput()
            }
        }
        wait()
        if isReadHeld, !holdsReads {
            isReadHeld = false
            context.read()
        }
    }

    /// Reads requests from the buffer.
    ///
    /// - Returns: True if there may be more to read once the client has read its responses.
    private func readRequests(_ context: ChannelHandlerContext) -> Bool {
        while state == .reading {
            guard remainder.isEmpty, context.channel.isWritable else { return true }
            switch machine.next(&input) {
            case .needsMore:
                if !reserve(machine.bodyBytes) { refuse(.overloaded) }
                return false
            case .head(let head): begin(head)
            case .body(let body):
                if reserve(body.count) { run(body) } else { refuse(.overloaded) }
            case .reject(let problem): refuse(problem)
            }
            if output.readableBytes >= Self.chunkBytes { flush() }
        }
        return false
    }

    private func begin(_ head: RequestHead) {
        requestsBegun += 1
        var target = RequestTarget.none
        var plan: RoutePlan
        do throws(HTTPError) {
            target = try RequestTarget(head.target)
            plan = service.router.plan(method: head.method, path: target.path)
        } catch {
            plan = RoutePlan(surface: 0, outcome: .refuse(error))
        }
        let origin = peer.resolve(head)
        let request = HTTPRequest(
            id: ids.next(), method: head.method, target: head.target, parsed: target, headers: head.headers, body: [],
            peer: origin.peer, scheme: origin.scheme)
        machine.bodyLimit = plan.maxBodyBytes ?? service.limits.defaultBody
        machine.overflow = plan.takesBody ? .payloadTooLarge : .unexpectedBody
        exchange = Exchange(
            request: request, plan: plan, closes: head.closesConnection, start: .now(), number: requestsBegun)
        guard head.expectsContinue, head.framing != .none, input.readableBytes == 0 else { return }
        if case .refuse(let problem) = plan.outcome {
            refuse(problem)
        } else if head.framing.fits(machine.bodyLimit) {
            output.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n")
        }
    }

    private func run(_ body: [UInt8]) {
        guard var exchange, let context else { return }
        exchange.request.body = body
        let number = exchange.number
        state = .working
        if case .refuse(let problem) = exchange.plan.outcome {
            self.exchange = exchange
            let refused = FailedRequest(exchange.request)
            answer(service.router.refuse(problem, refused, by: exchange.plan.surface), to: number)
            return
        }
        self.exchange = exchange
        let (request, plan, router, reservation) = (
            exchange.request, exchange.plan, service.router, exchange.reservation
        )
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let task = tasks.run { [tasks] in
            let response = await router.respond(to: request, plan: plan)
            withExtendedLifetime(reservation) {}
            tasks.deliver { handler.value.answer(response, to: number) }
        }
        if self.exchange?.number == number { self.exchange?.task = task }
    }

    /// Writes a response, unless the request already has one.
    private func answer(_ response: HTTPResponse, to number: Int) {
        guard let exchange, exchange.number == number, state == .working else { return }
        self.exchange = nil
        let closes = exchange.closes || closesAfterAnswer
        state = closes ? .lingering : .reading
        if closes { input = ByteBuffer() }
        send(response, to: exchange.request.id, for: exchange, closes: closes)
        process()
    }

    /// Responds with an error and closes the connection, whose remaining bytes are discarded.
    private func refuse(_ problem: HTTPError) {
        let exchange = exchange
        self.exchange = nil
        state = .lingering
        input = ByteBuffer()
        machine = RequestMachine(limits: service.limits)
        let surface = exchange?.plan.surface ?? 0
        let refused = FailedRequest(id: exchange?.request.id ?? ids.next(), request: exchange?.request)
        let response = service.router.refuse(problem, refused, by: surface)
        send(response, to: refused.id, for: exchange, closes: true)
    }

    /// Reserves memory for the part of a body that has arrived; returns false if there is no room for a large one.
    private func reserve(_ bytes: Int) -> Bool {
        guard bytes > LargeBodies.least else { return true }
        let reservation = exchange?.reservation ?? LargeBodies.Reservation(service.largeBodies)
        exchange?.reservation = reservation
        return reservation.grow(to: bytes)
    }

    private func send(_ response: HTTPResponse, to id: RequestID, for exchange: Exchange?, closes: Bool) {
        var response = response
        if !ResponseWriter.isSound(response) {
            service.logger.error("malformed response", metadata: ["route": "\(exchange?.plan.pattern ?? "-")"])
            let refused = FailedRequest(id: id, request: exchange?.request)
            response = service.router.refuse(.internal, refused, by: exchange?.plan.surface ?? 0)
            response.headers = HTTPHeaders(response.headers.filter { ASCII.matches($0.name.utf8, "content-type") })
        }
        remainder = writer.write(
            response, id: id, isHead: exchange?.request.method == .HEAD, closes: closes, into: &output)
        service.note(response, id: id, exchange: exchange)
    }

    // MARK: Bytes and time

    /// The number of bytes that are written at a time. The rest waits until the socket has taken them, so that a client
    /// that does not read takes no more memory than this.
    static let chunkBytes = ResponseWriter.maxWholeBody
    private static let initialOutputBytes = 1_024
    /// The memory that an idle connection keeps for its next response.
    private static let maxIdleOutputBytes = 4_096

    private var holdsReads: Bool {
        (state == .working || context?.channel.isWritable == false)
            && input.readableBytes >= service.limits.pipelinedBytes
    }

    /// Writes the output, and then the rest of the response in chunks for as long as the socket takes them.
    private func flush() {
        guard let context else { return }
        repeat {
            if !remainder.isEmpty, context.channel.isWritable {
                let chunk = remainder.prefix(max(Self.chunkBytes - output.readableBytes, 0))
                output.writeBytes(chunk)
                remainder = remainder.dropFirst(chunk.count)
                // An empty slice would keep the whole response.
                if remainder.isEmpty { remainder = [] }
            }
            guard output.readableBytes > 0 else { return }
            context.writeAndFlush(wrapOutboundOut(output), promise: nil)
            // Keeps the buffer's memory if the socket has written all of it, and allocates new memory if not.
            output.clear(minimumCapacity: Self.initialOutputBytes)
        } while !remainder.isEmpty && context.channel.isWritable
        if output.capacity > Self.maxIdleOutputBytes {
            output = context.channel.allocator.buffer(capacity: Self.initialOutputBytes)
        }
    }

    /// Closes the output but continues to read for `lingerTimeout`, because bytes that arrive at a closed socket would
    /// reset the connection and discard the response.
    private func closeOutput() {
        guard !isEnding, let context, context.channel.isActive else { return }
        isEnding = true
        afterWrites(on: context) { handler in
            handler.isWritten = true
            handler.context?.close(mode: .output, promise: nil)
            handler.wait()
        }
    }

    private func closeWhenIdle() {
        closesWhenIdle = true
        let isIdle = state == .reading && remainder.isEmpty && machine.progress(input) == .betweenRequests
        if isIdle { closeWhenWritten() }
    }

    private func closeWhenWritten() {
        guard !isEnding, let context else { return }
        isEnding = true
        state = .lingering
        afterWrites(on: context) { $0.context?.close(promise: nil) }
    }

    /// Runs a step once the socket has sent all written bytes, because closing earlier would drop the rest.
    private func afterWrites(on context: ChannelHandlerContext, _ step: @escaping @Sendable (ConnectionHandler) -> Void)
    {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in step(handler.value) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
    }

    private func wait() {
        guard let context, state != .closed else { return }
        let reason: ConnectionTimeout.Reason =
            switch state {
            case .working: .answer
            case .lingering where !isWritten: .output
            case .lingering, .closed: .linger
            case .reading where !context.channel.isWritable: .output
            case .reading:
                switch machine.progress(input) {
                case .betweenRequests: requestsBegun == 0 ? .head : .nextRequest
                case .inBody: .body
                case .inHead, .failed: .head
                }
            }
        guard clock.begins(reason, at: requestsBegun, remaining: remainder.count) else { return }
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        clock.arm(on: context.eventLoop) { handler.value.timePassed() }
    }

    private func timePassed() {
        guard let context, state != .closed else { return }
        guard let reason = clock.expired() else {
            let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
            return clock.arm(on: context.eventLoop) { handler.value.timePassed() }
        }
        switch reason {
        case .output:
            // Otherwise the system keeps the unread bytes for minutes.
            _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            context.close(promise: nil)
        case .linger: closeUnread(context)
        case .nextRequest: context.close(promise: nil)
        case .head where machine.progress(input) == .betweenRequests: context.close(promise: nil)
        case .head, .body: give(.requestTimeout)
        case .answer:
            exchange?.task?.cancel()
            give(.overloaded)
        }
    }

    /// Closes a connection whose client may not have read its last response. The system keeps the unread bytes no
    /// longer than for an open connection; see `TCP_USER_TIMEOUT` in tcp(7).
    private func closeUnread(_ context: ChannelHandlerContext) {
        #if os(Linux)
            let milliseconds = service.limits.idleTimeout.nanoseconds / 1_000_000
            try? context.channel.syncOptions?.setOption(
                ChannelOptions.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)),
                value: ChannelOptions.Types.SocketOption.Value(milliseconds))
        #endif
        context.close(promise: nil)
    }

    private func give(_ problem: HTTPError) {
        refuse(problem)
        process()
    }
}

extension BodyFraming {
    fileprivate func fits(_ limit: Int) -> Bool {
        if case .length(let length) = self { length <= limit } else { true }
    }
}
