import Foundation
import Sesame
import SesameTesting
import Testing

@Suite struct ManualClockTests {
    let clock = ManualClock()

    @Test func `time changes only when the clock is moved, forward or back`() {
        let start = clock.now
        #expect(clock.clock.now == start)
        clock.advance(by: .seconds(90))
        #expect(clock.now == start + 90)
        clock.advance(by: .seconds(-100))
        #expect(clock.now == start - 10)
    }

    @Test func `a sleeper wakes when its time has come, and not before`() async throws {
        let sleeper = Task { try await clock.clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled sleep throws CancellationError`() async {
        let sleeper = Task { try await clock.clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `sleeping for zero seconds returns at once`() async throws {
        try await clock.clock.sleep(for: .zero)
    }
}
