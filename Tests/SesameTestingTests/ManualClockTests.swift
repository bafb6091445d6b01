import Foundation
import Sesame
import SesameTesting
import Testing

@Suite struct ManualClockTests {
    let clock = ManualClock()

    @Test func `time passes only when it is moved, to and fro`() {
        let start = clock.now
        #expect(clock.clock.now == start)
        clock.advance(by: .seconds(90))
        #expect(clock.now == start + 90)
        clock.advance(by: .seconds(-100))
        #expect(clock.now == start - 10)
    }

    @Test func `who sleeps wakes once it is late enough, and not before`() async throws {
        let sleeper = Task { try await clock.clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(9))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(clock.sleeperCount == 0)
    }

    @Test func `who is cancelled sleeps no longer`() async {
        let sleeper = Task { try await clock.clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `to sleep for no time is not to sleep`() async throws {
        try await clock.clock.sleep(for: .zero)
    }
}
