import NIOConcurrencyHelpers

/// The memory for the large request bodies of all connections, up to a limit.
final class LargeBodies: Sendable {
    /// The length in bytes above which a body counts. Usual bodies are shorter, and can therefore always be sent.
    static let least = 16_384

    private let max: Int
    private let used = NIOLockedValueBox(0)

    init(max: Int) { self.max = max }

    /// Reserves memory; returns false if the limit would be exceeded.
    func reserve(_ bytes: Int) -> Bool {
        used.withLockedValue { used in
            guard used + bytes <= max else { return false }
            used += bytes
            return true
        }
    }

    func release(_ bytes: Int) { used.withLockedValue { $0 -= bytes } }
}
