import NIOConcurrencyHelpers
import NIOCore

/// The open connections of a server, up to its limits, and the task runners of its event loops.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var drained: EventLoopPromise<Void>?
        var tasks: [ObjectIdentifier: ConnectionTasks] = [:]
        /// The numbers of connections from addresses and networks.
        var counts: [AddressBits: Int] = [:]
        /// The greatest number of connections since ``takePeak()``.
        var peak = 0
    }

    /// The decision about a new connection.
    enum Admission: Equatable {
        case admitted
        /// The limit is reached.
        case limited(ConnectionLimit)
        /// The server is stopping.
        case stopping
    }

    private let limit: Int
    private let addressLimit: AddressConnectionLimit?
    private let state = NIOLockedValueBox(State())

    /// Creates a registry.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of connections from all clients.
    ///   - addressLimit: The limit on connections from one address; nil for none.
    init(limit: Int, addressLimit: AddressConnectionLimit?) {
        self.limit = limit
        self.addressLimit = addressLimit
    }

    var count: Int { state.withLockedValue { $0.channels.count } }

    /// Returns the greatest number of connections at a time since the last call.
    func takePeak() -> Int {
        state.withLockedValue { state in
            defer { state.peak = state.channels.count }
            return state.peak
        }
    }

    /// Registers a connection, unless a limit is reached or the server is stopping.
    ///
    /// - Parameter address: The connection's peer; nil if it has no IP address.
    func admit(_ channel: any Channel, from address: AddressBits?) -> Admission {
        let id = ObjectIdentifier(channel)
        let groups = address.flatMap { addressLimit?.groups(of: $0) } ?? []
        let admission = state.withLockedValue { state -> Admission in
            if state.drained != nil { return .stopping }
            if state.channels.count >= limit { return .limited(.connections) }
            for (group, max) in groups where state.counts[group, default: 0] >= max {
                return .limited(.connectionsFromAddress)
            }
            state.channels[id] = channel
            state.peak = max(state.peak, state.channels.count)
            for (group, _) in groups { state.counts[group, default: 0] += 1 }
            return .admitted
        }
        if admission == .admitted {
            channel.closeFuture.whenComplete { [self] _ in remove(id, from: groups.map(\.group)) }
        }
        return admission
    }

    /// Returns the runner of tasks for an event loop, the same for all its connections.
    func tasks(of loop: any EventLoop) -> ConnectionTasks {
        let id = ObjectIdentifier(loop)
        return state.withLockedValue { state in
            if let known = state.tasks[id] { return known }
            let tasks = ConnectionTasks(loop: loop)
            state.tasks[id] = tasks
            return tasks
        }
    }

    /// Asks all connections to end after their current request, and waits until the last one has ended or the grace
    /// period is over. Then closes the remaining connections.
    ///
    /// - Parameter idle: The time for which an idle connection stays open for one more request.
    func drain(grace: TimeAmount, idle: TimeAmount, on loop: any EventLoop) async {
        let promise = loop.makePromise(of: Void.self)
        let timer = loop.scheduleTask(in: grace) { promise.succeed(()) }
        let open = state.withLockedValue { state in
            state.drained = promise
            return Array(state.channels.values)
        }
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(ConnectionDrain(idle: idle)) }
        if open.isEmpty { promise.succeed(()) }
        _ = await promise.futureResult.asResult()
        timer.cancel()
        for channel in state.withLockedValue({ Array($0.channels.values) }) { try? await channel.close().get() }
        for tasks in state.withLockedValue({ Array($0.tasks.values) }) { await tasks.stop() }
    }

    private func remove(_ id: ObjectIdentifier, from groups: [AddressBits]) {
        let drained = state.withLockedValue { state -> EventLoopPromise<Void>? in
            state.channels[id] = nil
            for group in groups {
                let count = state.counts[group, default: 0] - 1
                state.counts[group] = count > 0 ? count : nil
            }
            return state.channels.isEmpty ? state.drained : nil
        }
        drained?.succeed(())
    }
}

extension EventLoopFuture where Value == Void {
    fileprivate func asResult() async -> Bool {
        do {
            try await get()
            return true
        } catch {
            return false
        }
    }
}
