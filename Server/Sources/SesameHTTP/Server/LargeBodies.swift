import NIOConcurrencyHelpers

/// The memory for the large request bodies of all connections, up to a limit.
final class LargeBodies: Sendable {
    /// The length in bytes above which a body counts. Usual bodies are shorter, and can therefore always be sent.
    static let least = 16_384

    private let max: Int
    private let used = NIOLockedValueBox(0)

    init(max: Int) { self.max = max }

    /// The memory of one body. It is free again when nobody refers to this any more.
    final class Reservation: Sendable {
        private let bodies: LargeBodies
        private let bytes = NIOLockedValueBox(0)

        init(_ bodies: LargeBodies) { self.bodies = bodies }

        deinit { bodies.use(-bytes.withLockedValue { $0 }) }

        /// Reserves memory for a body of this length; returns false if the limit would be exceeded.
        func grow(to length: Int) -> Bool {
            bytes.withLockedValue { bytes in
                guard length <= bytes || bodies.use(length - bytes) else { return false }
                bytes = Swift.max(bytes, length)
                return true
            }
        }
    }

    @discardableResult
    private func use(_ bytes: Int) -> Bool {
        used.withLockedValue { used in
            guard bytes <= 0 || used + bytes <= max else { return false }
            used += bytes
            return true
        }
    }
}
