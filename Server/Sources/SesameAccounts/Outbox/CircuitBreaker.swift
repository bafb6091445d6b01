import Foundation

/// A circuit breaker for the service that performs the jobs of one queue.
///
/// After ``threshold`` different jobs that did not reach the service, without a response in between, no job is attempted for a while; then a single one
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

    /// The jobs that did not reach the service since its last response.
    private var unreached: Set<Int64> = []
    private var failedProbes = 0
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
        unreached = []
        failedProbes = 0
        pausedUntil = nil
    }

    /// Records that an attempt did not reach the service. Several attempts at one job count once, so that a job that
    /// always fails pauses no others.
    ///
    /// - Parameters:
    ///   - job: The job's number.
    ///   - pauses: The value of ``pauses`` when the attempt was admitted.
    mutating func recordOutage(of job: Int64, admittedAfter pauses: Int, at now: Date) {
        guard pauses == self.pauses else { return }
        if isOpen { failedProbes += 1 } else { unreached.insert(job) }
        guard unreached.count >= Self.threshold else { return }
        let pause = min(Self.initialPause * pow(2, Double(failedProbes)), Self.maxPause)
        pausedUntil = now.addingTimeInterval(pause)
        self.pauses += 1
    }
}
