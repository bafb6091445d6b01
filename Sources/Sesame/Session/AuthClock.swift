public import Foundation

/// A clock that tells the time and waits; tests replace it.
public struct AuthClock: Sendable {
    private let current: @Sendable () -> Date
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a clock of the given closures. `sleep` throws if its task is canceled.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        current = now
        wait = sleep
    }

    /// The device's own clock.
    public static let system = AuthClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })

    /// The current time. It can be earlier than a previous reading, because the device's clock may be set back.
    public var now: Date { current() }

    /// Waits for the duration. Throws `CancellationError` if the task is canceled.
    public func sleep(for duration: Duration) async throws {
        try await wait(duration)
    }
}
