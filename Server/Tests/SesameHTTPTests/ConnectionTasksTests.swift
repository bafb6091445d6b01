import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import SesameHTTP

@Suite(.timeLimit(.minutes(30))) struct `Tasks of a connection` {
    @Test func `a task that does not suspend ends within the call`() async throws {
        try await onLoop { tasks, _ in
            let steps = NIOLockedValueBox<[Int]>([])
            _ = tasks.run { steps.withLockedValue { $0.append(1) } }
            steps.withLockedValue { $0.append(2) }
            #expect(steps.withLockedValue { $0 } == [1, 2])
        }
    }

    @Test func `a suspended task resumes on its event loop`() async throws {
        let isBack = NIOLockedValueBox(false)
        let task = NIOLockedValueBox<Task<Void, Never>?>(nil)
        try await onLoop { tasks, loop in
            let started = tasks.run {
                await Task.detached {}.value
                await Counter().increment()
                isBack.withLockedValue { $0 = loop.inEventLoop }
            }
            task.withLockedValue { $0 = started }
        } then: { _ in
            await task.withLockedValue { $0 }?.value
        }
        #expect(isBack.withLockedValue { $0 })
    }

    @Test func `a task that outlives its event loop completes but delivers nothing`() async throws {
        let gate = Gate()
        let task = NIOLockedValueBox<Task<Void, Never>?>(nil)
        let delivered = NIOLockedValueBox(false)
        try await onLoop { tasks, _ in
            let started = tasks.run {
                await gate.pass()
                await Task.yield()
                tasks.deliver { delivered.withLockedValue { $0 = true } }
            }
            task.withLockedValue { $0 = started }
        } then: { tasks in
            await tasks.stop()
        }
        gate.open()
        await task.withLockedValue { $0 }?.value
        #expect(!delivered.withLockedValue { $0 })
    }

    private actor Counter {
        private var count = 0
        func increment() { count += 1 }
    }

    /// Runs `body` on a new event loop, then `then`, and shuts the loop down.
    private func onLoop(
        _ body: @escaping @Sendable (ConnectionTasks, any EventLoop) -> Void,
        then: (ConnectionTasks) async -> Void = { _ in }
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let tasks = try await loop.submit {
            let tasks = ConnectionTasks(loop: loop)
            body(tasks, loop)
            return tasks
        }.get()
        await then(tasks)
        try await group.shutdownGracefully()
    }
}
