/// The material of a session's id, which is made once its account is known: 26 lower-case letters and digits for 48 bits of time in
/// milliseconds, the account's bucket in 12 bits, and 68 random bits.
///
/// Sessions of one time stand together in storage, so that to begin many means to write few pages. Nothing rests on the id
/// being secret: tokens and cookies carry a code of it, and its owner is told the time anyway.
struct SessionSeed: Sendable {
    private enum Content {
        case new([UInt8], AccountBuckets)
        case known(SessionID)
    }

    private let content: Content

    /// Draws a new session's.
    init(_ environment: Environment, _ buckets: AccountBuckets) {
        content = .new(environment.now.orderedBytes.suffix(6) + environment.randomBytes(10), buckets)
    }

    /// Takes that of a session whose id was told before it begins.
    init(_ id: SessionID) {
        content = .known(id)
    }

    /// Returns the session's id.
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
