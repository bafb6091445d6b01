import NIOConcurrencyHelpers
import NIOCore

/// Runs the requests of one event loop as tasks that stay on the loop's thread.
///
/// A request that never suspends begins and ends within the call of `run`: no hop, no wake-up, no queue of the loop.
final class ConnectionTasks: Sendable {
    private let loop: any EventLoop
    private let gate: LoopGate
    private let executor: (any Sendable)?

    init(loop: any EventLoop) {
        self.loop = loop
        gate = LoopGate(loop: loop)
        if #available(macOS 15, *) {
            executor = LoopExecutor(loop: loop, gate: gate)
        } else {
            executor = nil
        }
    }

    /// Starts a task. On the loop only.
    func run(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 15, *), let executor = executor as? LoopExecutor {
            return executor.start(operation)
        }
        return Task { await operation() }
    }

    /// Runs a body on the loop: at once when that is where we are, and not at all when the loop is gone.
    func deliver(_ body: @escaping @Sendable () -> Void) {
        if loop.inEventLoop { body() } else { _ = gate.execute(body) }
    }

    /// Before the loop ends: tasks that still run go on elsewhere, since others may wait for what they hold.
    func stop() async {
        gate.close()
        if #available(macOS 15, *), let executor = executor as? LoopExecutor {
            await executor.stop()
        }
    }
}

/// The way onto a loop from other threads, closed before the loop ends.
final class LoopGate: Sendable {
    private let loop: any EventLoop
    private let isOpen = NIOLockedValueBox(true)

    init(loop: any EventLoop) { self.loop = loop }

    /// False when it is closed. What passed before is run by the loop.
    func execute(_ body: @escaping @Sendable () -> Void) -> Bool {
        isOpen.withLockedValue { isOpen in
            if isOpen { loop.execute(body) }
            return isOpen
        }
    }

    func close() { isOpen.withLockedValue { $0 = false } }
}
