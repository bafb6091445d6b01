import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// Threads that do nothing but hash, few of them, and a queue that does not grow without bound: a flood of sign-ins fills
/// the queue, and everything else goes on.
final class HashPool: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isClosing = false
    }

    private let state = Locked(State())
    private let work = DispatchSemaphore(value: 0)
    private let longestQueue: Int

    init(threads: Int, longestQueue: Int) {
        self.longestQueue = longestQueue
        for number in 0..<max(1, threads) {
            // The threads hold the queue and not this object, or they would keep it alive.
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
        // Each thread finds the queue empty once more, and ends.
        for _ in 0..<threadCount { work.signal() }
    }

    /// Runs the body on one of the threads, when its turn has come; refused at once where too many wait.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(Refusal) -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            let isTaken = state.withLock { state in
                guard state.waiting.count < longestQueue else { return false }
                state.waiting.append { continuation.resume(returning: body()) }
                return true
            }
            if isTaken { work.signal() } else { continuation.resume(returning: nil) }
        }
        guard let value else {
            throw Refusal(.rateLimited, "too many passwords wait to be checked", retryAfter: 1)
        }
        return value
    }
}
