import NIOCore

/// A task executor on an event loop (SE-0417).
@available(macOS 15, *)
final class LoopExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDraining = false
        var isScheduled = false
        var isStopped = false
    }

    /// The maximum number of jobs in a row before the loop checks its sockets again.
    private static let maxJobsInARow = 256

    private let loop: any EventLoop
    private let gate: EventLoopGate
    private let state: NIOLoopBoundBox<State>

    /// Creates an executor. Call this only on the loop.
    init(loop: any EventLoop, gate: EventLoopGate) {
        self.loop = loop
        self.gate = gate
        state = NIOLoopBoundBox(State(), eventLoop: loop)
    }

    /// Starts a task and runs it until it first suspends. If the loop is already running a job, the task runs after
    /// that job. Call this only on the loop.
    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let mayDrain = !state.value.isDraining
        // Prevents `enqueue` from scheduling a drain that happens here anyway.
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
        if loop.inEventLoop { return take(job) }
        if !gate.execute({ [self] in take(job) }) { globalConcurrentExecutor.enqueue(job) }
    }

    /// Moves queued and later jobs to Swift's shared thread pool. Call this only after closing the gate.
    func stop() async {
        let stopped = loop.submit { [self] in
            state.value.isStopped = true
            let jobs = state.value.jobs
            state.value.jobs = []
            for job in jobs { globalConcurrentExecutor.enqueue(job) }
        }
        try? await stopped.get()
    }

    private func take(_ job: UnownedJob) {
        guard !state.value.isStopped else { return globalConcurrentExecutor.enqueue(job) }
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
        while done < state.value.jobs.count, done < Self.maxJobsInARow {
            let job = state.value.jobs[done]
            done += 1
            job.runSynchronously(on: executor)
        }
        state.value.jobs.removeFirst(done)
        state.value.isDraining = false
        if !state.value.jobs.isEmpty { schedule() }
    }
}
