import NIOCore

/// A connection's timer. It is rescheduled only if it must fire earlier, so that a busy connection needs no new timers.
struct ConnectionTimeout {
    enum Reason { case head, body, answer, nextRequest, output, linger }

    private let limits: HTTPLimits
    private var reason: Reason?
    private var request = 0
    private var deadline = NIODeadline.distantFuture
    private var timer: (rings: NIODeadline, scheduled: Scheduled<Void>)?

    init(limits: HTTPLimits) { self.limits = limits }

    /// Starts a wait; returns false if the same wait is already running and its timer is set.
    ///
    /// - Parameter remaining: The number of bytes of the response that are still to be written.
    mutating func begins(_ reason: Reason, at request: Int, remaining: Int) -> Bool {
        guard reason != self.reason || request != self.request else { return timer == nil }
        self.reason = reason
        self.request = request
        deadline = .now() + limit(of: reason, remaining)
        return true
    }

    /// Schedules the timer to fire at the deadline or earlier.
    mutating func arm(on loop: any EventLoop, _ ring: @escaping @Sendable () -> Void) {
        if let timer {
            guard timer.rings > deadline else { return }
            timer.scheduled.cancel()
        }
        timer = (deadline, loop.scheduleTask(deadline: deadline, ring))
    }

    /// Returns the reason for the expired wait after the timer fired; nil if the deadline has moved.
    mutating func expired() -> Reason? {
        timer = nil
        return NIODeadline.now() >= deadline ? reason : nil
    }

    mutating func stop() {
        timer?.scheduled.cancel()
        timer = nil
    }

    private func limit(of reason: Reason, _ remaining: Int) -> TimeAmount {
        switch reason {
        case .head: limits.headTimeout
        case .body: limits.bodyTimeout
        case .answer: limits.requestTimeout
        case .nextRequest: limits.idleTimeout
        case .output: limits.idleTimeout + .seconds(Int64(remaining / limits.minReadBytesPerSecond))
        case .linger: limits.lingerTimeout
        }
    }
}
