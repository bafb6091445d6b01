import Foundation

/// A circuit breaker for the service that performs the jobs of one queue.
///
/// After ``threshold`` jobs in a row that did not reach the service, no job is attempted for a while; then a single one
/// probes the service. Its success closes the breaker, and its failure doubles the pause. The jobs keep their places
/// meanwhile, so that they are all performed once the service is back.
struct CircuitBreaker: Sendable, Equatable {
    static let threshold = 3
    /// The length of the first pause in seconds.
    static let initialPause: TimeInterval = 5
    /// The maximum length of a pause in seconds.
    static let maxPause: TimeInterval = 60

    /// The number of jobs that may be attempted.
    enum Admission: Sendable, Equatable {
        /// The service works: as many jobs as the queue is wide.
        case all
        /// A pause has ended: one job probes the service.
        case probe
        /// The service is not reachable: none until the given time.
        case none(until: Date)
    }

    private var failures = 0
    private var pausedUntil: Date?
    /// The number of pauses so far. Attempts that began before the last pause say nothing new about the service.
    private(set) var pauses = 0

    /// True while the service is taken for unreachable.
    var isOpen: Bool { pausedUntil != nil }

    func admission(at now: Date) -> Admission {
        guard let until = pausedUntil else { return .all }
        // A pause must end even if the wall clock was set back.
        return now < until && until <= now.addingTimeInterval(Self.maxPause) ? .none(until: until) : .probe
    }

    /// Records that the service responded to an attempt, in whatever way.
    mutating func recordResponse() {
        failures = 0
        pausedUntil = nil
    }

    /// Records that an attempt did not reach the service.
    ///
    /// - Parameters:
    ///   - pauses: The value of ``pauses`` when the attempt began.
    ///   - isRetry: True if the job has failed before. While the breaker is closed, a retry is not counted, so that one
    ///     job that always fails pauses no others.
    mutating func recordOutage(begunAfter pauses: Int, isRetry: Bool, at now: Date) {
        guard pauses == self.pauses, isOpen || !isRetry else { return }
        failures += 1
        guard failures >= Self.threshold else { return }
        let pause = min(Self.initialPause * pow(2, Double(failures - Self.threshold)), Self.maxPause)
        pausedUntil = now.addingTimeInterval(pause)
        self.pauses += 1
    }
}
