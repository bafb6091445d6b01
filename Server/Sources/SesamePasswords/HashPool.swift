import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// A small pool of threads for password hashing, with a bounded queue: a flood of sign-ins fills the queue, and other
/// requests continue.
final class HashPool: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isClosing = false
    }

    private let state = Locked(State())
    private let work = DispatchSemaphore(value: 0)
    private let maxQueueLength: Int

    init(threads: Int, maxQueueLength: Int) {
        self.maxQueueLength = maxQueueLength
        for number in 0..<max(1, threads) {
            // The threads capture the queue and not this object, because they would otherwise keep it alive.
            let thread = Thread { [state, work] in
                while true {
                    work.wait()
                    let job = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
                    guard let job else { return }
                    job()
                }
            }
            thread.name = "sesame-hash-\(number)"
            thread.start()
        }
        threadCount = max(1, threads)
    }

    private let threadCount: Int

    deinit {
        // Wakes each thread once more; it finds the queue empty and ends.
        for _ in 0..<threadCount { work.signal() }
    }

    /// Runs the closure on one of the threads after its turn in the queue. Throws `rateLimited` at once if the queue is
    /// full.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(AccountError) -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard state.waiting.count < maxQueueLength else { return false }
                state.waiting.append { continuation.resume(returning: body()) }
                return true
            }
            if isTaken { work.signal() } else { continuation.resume(returning: nil) }
        }
        guard let value else {
            throw AccountError(.rateLimited, "too many passwords are waiting to be hashed", retryAfter: 1)
        }
        return value
    }
}
