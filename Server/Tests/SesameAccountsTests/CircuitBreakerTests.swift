import Foundation
import Testing

@testable import SesameAccounts

struct CircuitBreakerTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func broken() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<CircuitBreaker.threshold { breaker.recordOutage(begunAfter: 0, isRetry: false, at: start) }
        return breaker
    }

    @Test func `a few failures between successes pause nothing`() {
        var breaker = CircuitBreaker()
        for number in 0..<20 {
            if number % CircuitBreaker.threshold == 0 {
                breaker.recordResponse()
            } else {
                breaker.recordOutage(begunAfter: 0, isRetry: false, at: start)
            }
        }
        #expect(breaker.admission(at: start) == .all && !breaker.isOpen)
    }

    @Test func `failures in a row cause a pause, after which one attempt is admitted`() {
        let breaker = broken()
        let end = start.addingTimeInterval(CircuitBreaker.initialPause)
        #expect(breaker.isOpen && breaker.admission(at: start) == .none(until: end))
        #expect(breaker.admission(at: end) == .probe)
    }

    @Test func `failures of attempts that began before the pause do not lengthen it`() {
        var breaker = broken()
        for seconds in [0.0, 5, 30, 90] {
            breaker.recordOutage(begunAfter: 0, isRetry: false, at: start.addingTimeInterval(seconds))
        }
        #expect(breaker == broken())
    }

    @Test func `each failed probe doubles the pause up to its maximum`() {
        var (breaker, now, pauses) = (broken(), start, [TimeInterval]())
        for _ in 0..<6 {
            guard case .none(let until) = breaker.admission(at: now) else { break }
            pauses.append(until.timeIntervalSince(now))
            now = until
            breaker.recordOutage(begunAfter: breaker.pauses, isRetry: true, at: now)
        }
        #expect(pauses == [5, 10, 20, 40, 60, 60])
    }

    @Test func `a response ends the pause, and three failures begin the next`() {
        var breaker = broken()
        breaker.recordResponse()
        #expect(breaker.admission(at: start) == .all)
        breaker.recordOutage(begunAfter: breaker.pauses, isRetry: false, at: start)
        breaker.recordOutage(begunAfter: breaker.pauses, isRetry: true, at: start)
        #expect(!breaker.isOpen)
        for _ in 0..<2 { breaker.recordOutage(begunAfter: breaker.pauses, isRetry: false, at: start) }
        #expect(breaker.admission(at: start) == .none(until: start.addingTimeInterval(CircuitBreaker.initialPause)))
    }

    @Test func `a clock that is set back does not lengthen the pause`() {
        #expect(broken().admission(at: start.addingTimeInterval(-86_400)) == .probe)
    }
}
