import SesameCore

/// What slows down whoever tries passwords and codes: for one name, and more so for one name from one network. A name
/// that nobody has is counted like any other.
struct PasswordBrake: Sendable {
    /// Five mistakes are a person's; twenty for a name from everywhere.
    private static let (freeFromNetwork, free) = (5, 20)

    private var ofName: FailureTable
    private var ofNetwork: FailureTable

    init(room: Int) {
        ofName = FailureTable(free: Self.free, room: room)
        ofNetwork = FailureTable(free: Self.freeFromNetwork, room: room)
    }

    func verdict(_ name: UInt64, _ network: UInt64, at now: Int64) -> RateVerdict {
        ofName.verdict(name, at: now).and(ofNetwork.verdict(network, at: now))
    }

    mutating func count(_ name: UInt64, _ network: UInt64, at now: Int64) {
        ofName.count(name, at: now)
        ofNetwork.count(network, at: now)
    }

    mutating func forget(_ name: UInt64, _ network: UInt64) {
        ofName.forget(name)
        ofNetwork.forget(network)
    }
}
