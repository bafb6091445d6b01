import SesameWire

/// The owner of a cache's data.
enum CacheOwner {
    /// Nobody has told yet who uses the app.
    case unknown
    /// Nobody is signed in.
    case nobody
    /// That person is.
    case person(String)

    /// Returns true if data of that person may be there.
    func admits(_ uid: String) -> Bool {
        switch self {
        case .unknown: true
        case .nobody: false
        case .person(let own): own.hasSameBytes(as: uid)
        }
    }

    /// Returns the owner after that state; as long as nothing is known, the one before.
    func after(_ state: AuthState) -> CacheOwner {
        switch state {
        case .unresolved, .locked: self
        case .signedOut: .nobody
        case .signedIn(let user): .person(user.uid)
        }
    }

    /// Returns true if both are the same person, byte for byte, or equally none.
    func isSame(as other: CacheOwner) -> Bool {
        switch (self, other) {
        case (.unknown, .unknown), (.nobody, .nobody): true
        case (.person(let uid), .person(let other)): uid.hasSameBytes(as: other)
        default: false
        }
    }
}
