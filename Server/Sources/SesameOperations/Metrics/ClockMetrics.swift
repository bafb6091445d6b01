import SesameWire

/// The metrics of the clock: its current state, and how often it became untrusted.
package final class ClockMetrics: Sendable {
    private let state = Locked((isTrusted: true, jumps: 0))

    /// Records the clock's state. A change from trusted to untrusted counts as a jump.
    package func note(_ isTrusted: Bool) {
        state.withLock { state in
            if state.isTrusted, !isTrusted { state.jumps += 1 }
            state.isTrusted = isTrusted
        }
    }

    func write(_ text: inout PrometheusText) {
        let (isTrusted, jumps) = state.withLock(\.self)
        text.family(
            "sesame_clock_trusted", .gauge,
            "1 if the clock is trusted; 0 if it is in doubt, and nothing is removed by age.")
        text.sample("sesame_clock_trusted", isTrusted ? 1 : 0)
        text.family("sesame_clock_jumps_total", .counter, "Number of times the clock became untrusted.")
        text.sample("sesame_clock_jumps_total", Double(jumps))
    }
}
