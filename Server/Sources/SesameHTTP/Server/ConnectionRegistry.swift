import NIOConcurrencyHelpers
import NIOCore

/// The open connections of a server, up to a limit, and the task runners of its event loops.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var drained: EventLoopPromise<Void>?
        var tasks: [ObjectIdentifier: ConnectionTasks] = [:]
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLockedValue { $0.channels.count } }

    /// Registers a connection; returns false if the limit is reached or the server stops.
    func admit(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdmitted = state.withLockedValue { state in
            guard state.channels.count < limit, state.drained == nil else { return false }
            state.channels[id] = channel
            return true
        }
        if isAdmitted { channel.closeFuture.whenComplete { [self] _ in remove(id) } }
        return isAdmitted
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

    private func remove(_ id: ObjectIdentifier) {
        let drained = state.withLockedValue { state -> EventLoopPromise<Void>? in
            state.channels[id] = nil
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
