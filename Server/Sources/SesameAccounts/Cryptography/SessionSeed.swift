/// The material of a session's id, which is created once its account is known: 26 lowercase letters and digits for 48
/// bits of time in milliseconds, the account's bucket in 12 bits, and 68 random bits.
///
/// Sessions of the same time are adjacent in storage, so that many new sessions write few pages. No security depends on
/// the id's secrecy: tokens and cookies carry a code derived from it, and its owner can see the time anyway.
struct SessionSeed: Sendable {
    private enum Content {
        case new([UInt8], AccountBuckets)
        case known(SessionID)
    }

    private let content: Content

    /// Creates the seed of a new session, with the current time and 80 random bits.
    init(_ environment: RuntimeEnvironment, _ buckets: AccountBuckets) {
        content = .new(environment.now.orderedBytes.suffix(6) + environment.randomBytes(10), buckets)
    }

    /// Creates the seed of a session whose id was reserved before the session begins.
    init(_ id: SessionID) {
        content = .known(id)
    }

    /// Returns the reserved id, or a new one with the account's bucket.
    func id(for account: AccountID) -> SessionID {
        switch content {
        case .known(let id): return id
        case .new(var bytes, let buckets):
            let bucket = buckets.bucket(of: account)
            bytes[6] = UInt8(truncatingIfNeeded: bucket >> 4)
            bytes[7] = UInt8(truncatingIfNeeded: bucket << 4) | bytes[7] & 15
            return SessionID(Base32.encode(bytes))
        }
    }
}
