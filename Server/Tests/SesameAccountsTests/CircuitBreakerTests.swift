import Foundation
import Testing

@testable import SesameAccounts

struct CircuitBreakerTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func broken() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for job in 0..<Int64(CircuitBreaker.threshold) { breaker.recordOutage(of: job, admittedAfter: 0, at: start) }
        return breaker
    }

    @Test func `a few failures between successes pause nothing`() {
        var breaker = CircuitBreaker()
        for number in 0..<20 {
            if number % CircuitBreaker.threshold == 0 {
                breaker.recordResponse()
            } else {
                breaker.recordOutage(of: Int64(number), admittedAfter: 0, at: start)
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
            breaker.recordOutage(of: 9, admittedAfter: 0, at: start.addingTimeInterval(seconds))
        }
        #expect(breaker == broken())
    }

    @Test func `each failed probe doubles the pause up to its maximum`() {
        var (breaker, now, pauses) = (broken(), start, [TimeInterval]())
        for _ in 0..<6 {
            guard case .none(let until) = breaker.admission(at: now) else { break }
            pauses.append(until.timeIntervalSince(now))
            now = until
            breaker.recordOutage(of: 0, admittedAfter: breaker.pauses, at: now)
        }
        #expect(pauses == [5, 10, 20, 40, 60, 60])
    }

    @Test func `a response ends the pause, and three failing jobs begin the next`() {
        var breaker = broken()
        breaker.recordResponse()
        #expect(breaker.admission(at: start) == .all)
        for _ in 0..<9 { breaker.recordOutage(of: 0, admittedAfter: breaker.pauses, at: start) }
        #expect(!breaker.isOpen)
        for job in Int64(1)...2 { breaker.recordOutage(of: job, admittedAfter: breaker.pauses, at: start) }
        #expect(breaker.admission(at: start) == .none(until: start.addingTimeInterval(CircuitBreaker.initialPause)))
    }

    @Test func `a clock that is set back does not lengthen the pause`() {
        #expect(broken().admission(at: start.addingTimeInterval(-86_400)) == .probe)
    }
}
