import SesameCore

/// A throttle for attempts at passwords and codes: by name from all networks, and more strictly by name and network.
/// Names without an account are counted in the same way. Attempts of a ``KnownDevice`` are counted separately.
struct PasswordThrottle: Sendable {
    /// The numbers of failures after which an attempt has to wait: five for a name from one network or one known
    /// device, twenty for a name from all networks.
    private static let (freeFromSender, free) = (5, 20)

    private var ofName: FailedAttemptTable
    private var ofNetwork: FailedAttemptTable
    private var ofDevice: FailedAttemptTable

    init(room: Int) {
        ofName = FailedAttemptTable(free: Self.free, room: room)
        ofNetwork = FailedAttemptTable(free: Self.freeFromSender, room: room)
        // A separate table, so that a flood of invented names takes no slots from known devices.
        ofDevice = FailedAttemptTable(free: Self.freeFromSender, room: room)
    }

    /// Counts an attempt as a failure, unless it has to wait. An attempt that has to wait is refused and not counted.
    mutating func admit(_ guess: Guess, at now: Int64) -> RateLimitDecision {
        let verdict =
            switch guess {
            case .byStranger(let name, let network):
                ofName.verdict(name, at: now).and(ofNetwork.verdict(network, at: now))
            case .byDevice(let device): ofDevice.verdict(device, at: now)
            }
        if verdict == .admitted { update(guess) { $0.count($1, at: now) } }
        return verdict
    }

    /// Removes an attempt from the counted failures, because its password or code was never checked.
    mutating func giveBack(_ guess: Guess) { update(guess) { $0.giveBack($1) } }

    /// Removes all failures from the counters of an attempt, after the attempt has succeeded.
    mutating func forget(_ guess: Guess) { update(guess) { $0.forget($1) } }

    private mutating func update(_ guess: Guess, _ change: (inout FailedAttemptTable, UInt64) -> Void) {
        switch guess {
        case .byStranger(let name, let network):
            change(&ofName, name)
            change(&ofNetwork, network)
        case .byDevice(let device): change(&ofDevice, device)
        }
    }
}

/// An attempt at a name's password or code. Its keys in the counters are secret hashes that outsiders cannot predict.
enum Guess: Sendable {
    /// An attempt by an unknown device: counted for the name, and for the name from one network.
    case byStranger(name: UInt64, network: UInt64)
    /// An attempt by a known device: counted for the name from that device alone.
    case byDevice(UInt64)

    init(at name: String, in app: AppID, from address: ClientAddress?, by device: KnownDevice?, _ seed: UInt64) {
        var hasher = Hasher()
        hasher.combine(seed)
        hasher.combine(app)
        hasher.combine(name)
        let ofName = UInt64(bitPattern: Int64(hasher.finalize()))
        if let device {
            hasher.combine(device.id)
            self = .byDevice(UInt64(bitPattern: Int64(hasher.finalize())))
        } else {
            hasher.combine(address?.network)
            self = .byStranger(name: ofName, network: UInt64(bitPattern: Int64(hasher.finalize())))
        }
    }
}
