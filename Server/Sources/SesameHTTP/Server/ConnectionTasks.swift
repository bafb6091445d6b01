import NIOConcurrencyHelpers
import NIOCore

/// A runner of one event loop's requests, as tasks that stay on the loop's thread. Before macOS 15, the tasks run on
/// Swift's thread pool instead.
///
/// On the loop's thread, a request that never suspends begins and ends within the call of `run`, without a thread
/// switch, a wake-up or a detour through the loop's queue.
final class ConnectionTasks: Sendable {
    private let loop: any EventLoop
    private let gate: EventLoopGate
    private let executor: (any Sendable)?

    init(loop: any EventLoop) {
        self.loop = loop
        gate = EventLoopGate(loop: loop)
        if #available(macOS 15, *) {
            executor = LoopExecutor(loop: loop, gate: gate)
        } else {
            executor = nil
        }
    }

    /// Starts a task with the operation. Call this only on the loop.
    func run(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 15, *), let executor = executor as? LoopExecutor {
            return executor.start(operation)
        }
        return Task { await operation() }
    }

    /// Runs the closure on the event loop: at once if the caller is on the loop, otherwise later, and not at all after
    /// `stop()`.
    func deliver(_ body: @escaping @Sendable () -> Void) {
        if loop.inEventLoop { body() } else { _ = gate.execute(body) }
    }

    /// Prepares for the end of the loop: unfinished tasks continue on Swift's shared thread pool, because other tasks
    /// may wait for the resources that they hold.
    func stop() async {
        gate.close()
        if #available(macOS 15, *), let executor = executor as? LoopExecutor {
            await executor.stop()
        }
    }
}

/// A gate that passes work from other threads to a loop. It closes before the loop ends.
final class EventLoopGate: Sendable {
    private let loop: any EventLoop
    private let isOpen = NIOLockedValueBox(true)

    init(loop: any EventLoop) { self.loop = loop }

    /// Runs the closure on the loop. Returns false, without running it, if the gate is closed. The loop runs all work
    /// that was accepted before the gate closed.
    func execute(_ body: @escaping @Sendable () -> Void) -> Bool {
        isOpen.withLockedValue { isOpen in
            if isOpen { loop.execute(body) }
            return isOpen
        }
    }

    func close() { isOpen.withLockedValue { $0 = false } }
}
