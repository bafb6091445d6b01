import NIOCore

/// A connection's timer. It is moved only when it must ring earlier: a busy connection costs no timer at all.
struct WaitClock {
    enum Reason { case head, body, answer, nextRequest, output, linger }

    private let limits: HTTPLimits
    private var reason: Reason?
    private var request = 0
    private var deadline = NIODeadline.distantFuture
    private var timer: (rings: NIODeadline, scheduled: Scheduled<Void>)?

    init(limits: HTTPLimits) { self.limits = limits }

    /// Starts to wait; false when the wait for the same thing goes on and the timer stands.
    mutating func begins(_ reason: Reason, at request: Int) -> Bool {
        guard reason != self.reason || request != self.request else { return timer == nil }
        self.reason = reason
        self.request = request
        deadline = .now() + limit(of: reason)
        return true
    }

    /// Sees to it that a timer rings at the deadline or before.
    mutating func arm(on loop: any EventLoop, _ ring: @escaping @Sendable () -> Void) {
        if let timer {
            guard timer.rings > deadline else { return }
            timer.scheduled.cancel()
        }
        timer = (deadline, loop.scheduleTask(deadline: deadline, ring))
    }

    /// After the timer rang: what was waited for in vain, or nil when the deadline has moved on.
    mutating func expired() -> Reason? {
        timer = nil
        return NIODeadline.now() >= deadline ? reason : nil
    }

    mutating func stop() {
        timer?.scheduled.cancel()
        timer = nil
    }

    private func limit(of reason: Reason) -> TimeAmount {
        switch reason {
        case .head: limits.headTimeout
        case .body: limits.bodyTimeout
        case .answer: limits.requestTimeout
        case .nextRequest, .output: limits.idleTimeout
        case .linger: limits.lingerTimeout
        }
    }
}
