import Foundation
import SesameCore

@testable import Sesame

/// A clock that stands still until a test moves it; whoever sleeps wakes when it has moved far enough.
final class ManualClock: Sendable {
    private struct Sleeper {
        let wakesAt: Date
        let promise: Promise<Bool>
    }

    private let state = Locked((now: Date(timeIntervalSince1970: 1_800_000_000), sleepers: [Sleeper]()))

    var clock: AuthClock {
        AuthClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    var now: Date { state.withLock { $0.now } }

    /// How many sleep now.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration.timeInterval
            let now = state.now
            let woken = state.sleepers.filter { $0.wakesAt <= now }
            state.sleepers.removeAll { $0.wakesAt <= now }
            return woken
        }
        for sleeper in woken { sleeper.promise.fulfil(true) }
    }

    private func sleep(_ duration: Duration) async throws {
        let promise = Promise<Bool>()
        state.withLock { state in
            state.sleepers.append(Sleeper(wakesAt: state.now + duration.timeInterval, promise: promise))
        }
        let isAwake = await withTaskCancellationHandler {
            await promise.value
        } onCancel: {
            promise.fulfil(false)
        }
        guard isAwake else { throw CancellationError() }
    }
}

/// Lets other tasks run until the condition holds; gives up after many turns.
func eventually(_ condition: () async -> Bool) async -> Bool {
    for turn in 0..<5_000 {
        if await condition() { return true }
        if turn < 500 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
    return false
}
