import Foundation
import Testing

@testable import SesameAccounts

struct CircuitBreakerTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func broken(_ failures: Int = CircuitBreaker.threshold, at now: Date? = nil) -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<failures { breaker.record(isReached: false, at: now ?? start) }
        return breaker
    }

    @Test func `a few failures between successes pause nothing`() {
        var breaker = CircuitBreaker()
        for number in 0..<20 { breaker.record(isReached: number % CircuitBreaker.threshold == 0, at: start) }
        #expect(breaker.admission(at: start) == .all && !breaker.isOpen)
    }

    @Test func `failures in a row cause a pause, after which one attempt is admitted`() {
        let breaker = broken()
        let end = start.addingTimeInterval(CircuitBreaker.initialPause)
        #expect(breaker.isOpen && breaker.admission(at: start) == .none(until: end))
        #expect(breaker.admission(at: end) == .probe)
    }

    @Test func `failures of attempts that were under way do not lengthen the pause`() {
        #expect(broken(CircuitBreaker.threshold + 8) == broken())
    }

    @Test func `each failed probe doubles the pause up to its maximum`() {
        var (breaker, now, pauses) = (broken(), start, [TimeInterval]())
        for _ in 0..<6 {
            guard case .none(let until) = breaker.admission(at: now) else { break }
            pauses.append(until.timeIntervalSince(now))
            now = until
            breaker.record(isReached: false, at: now)
        }
        #expect(pauses == [5, 10, 20, 40, 60, 60])
    }

    @Test func `a success ends the pause`() {
        var breaker = broken()
        breaker.record(isReached: true, at: start)
        #expect(breaker == CircuitBreaker())
    }

    @Test func `a clock that is set back does not lengthen the pause`() {
        #expect(broken().admission(at: start.addingTimeInterval(-86_400)) == .probe)
    }
}
