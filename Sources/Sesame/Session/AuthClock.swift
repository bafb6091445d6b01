public import Foundation

/// The time and the waiting, as values that a test replaces.
public struct AuthClock: Sendable {
    private let current: @Sendable () -> Date
    private let wait: @Sendable (Duration) async throws -> Void

    /// A clock of the given parts. `sleep` throws when its task is cancelled.
    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        current = now
        wait = sleep
    }

    /// The device's own clock.
    public static let system = AuthClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })

    /// The time now.
    public var now: Date { current() }

    /// Waits; throws `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try await wait(duration)
    }
}
