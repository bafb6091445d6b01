public import Foundation
public import Sesame
import SesameWire

/// A clock that only a test moves. A sleeping task wakes when the clock has moved far enough.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let wakesAt: Date
        let promise: Promise<Bool>
    }

    private struct State {
        var now: Date
        var sleepers: [Sleeper] = []
    }

    private let state: Locked<State>

    /// Creates a clock that shows the given time, by default 08:00 UTC on January 15, 2027.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = Locked(State(now: now))
    }

    /// The clock for a manager, a transport or a mock.
    public var clock: AuthClock {
        AuthClock(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    /// The time that the clock shows, until the next ``advance(by:)``.
    public var now: Date { state.withLock { $0.now } }

    /// The number of sleeping tasks, for a test to wait until the tested code sleeps.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock, and wakes the tasks that have slept long enough. A negative duration sets it back.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now += duration.timeInterval
            let now = state.now
            let woken = state.sleepers.filter { $0.wakesAt <= now }
            state.sleepers.removeAll { $0.wakesAt <= now }
            return woken
        }
        for sleeper in woken { sleeper.promise.fulfill(true) }
    }

    private func sleep(_ duration: Duration) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        let promise = Promise<Bool>()
        state.withLock { state in
            state.sleepers.append(Sleeper(wakesAt: state.now + duration.timeInterval, promise: promise))
        }
        let isAwake = await withTaskCancellationHandler {
            await promise.value
        } onCancel: {
            state.withLock { $0.sleepers.removeAll { $0.promise === promise } }
            promise.fulfill(false)
        }
        guard isAwake else { throw CancellationError() }
    }
}
