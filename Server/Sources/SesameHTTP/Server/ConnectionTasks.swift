import NIOCore

/// Runs the requests of one event loop as tasks that stay on the loop's thread.
///
/// A request that never suspends begins and ends within the call of `run`: no hop, no wake-up, no queue of the loop.
final class ConnectionTasks: Sendable {
    private let loop: any EventLoop
    private let executor: (any Sendable)?

    /// Made on the loop.
    init(loop: any EventLoop) {
        self.loop = loop
        if #available(macOS 15, *) {
            executor = LoopExecutor(loop: loop)
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
}

/// An event loop as a task executor (SE-0417).
@available(macOS 15, *)
private final class LoopExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDraining = false
        var isScheduled = false
    }

    /// Jobs in one go before the loop looks at its sockets again.
    private static let longestDrain = 256

    private let loop: any EventLoop
    private let state: NIOLoopBoundBox<State>

    init(loop: any EventLoop) {
        self.loop = loop
        state = NIOLoopBoundBox(State(), eventLoop: loop)
    }

    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let mayDrain = !state.value.isDraining
        // Keeps `enqueue` from asking the loop to do what is done right here.
        if mayDrain { state.value.isDraining = true }
        let task = Task(executorPreference: self) { await operation() }
        if mayDrain {
            state.value.isDraining = false
            drain()
        }
        return task
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard loop.inEventLoop else {
            loop.execute { [self] in
                state.value.jobs.append(job)
                drain()
            }
            return
        }
        state.value.jobs.append(job)
        schedule()
    }

    private func schedule() {
        guard !state.value.isDraining, !state.value.isScheduled else { return }
        state.value.isScheduled = true
        loop.execute { [self] in
            state.value.isScheduled = false
            drain()
        }
    }

    private func drain() {
        guard !state.value.isDraining else { return }
        state.value.isDraining = true
        let executor = asUnownedTaskExecutor()
        var done = 0
        while done < state.value.jobs.count, done < Self.longestDrain {
            let job = state.value.jobs[done]
            done += 1
            job.runSynchronously(on: executor)
        }
        state.value.jobs.removeFirst(done)
        state.value.isDraining = false
        if !state.value.jobs.isEmpty { schedule() }
    }
}
