import SesameWire

/// The user whose data a cache may hold, according to the session.
enum CacheOwner {
    /// An unknown user, because the state of the session is not known yet.
    case unknown
    /// No user, because the app is signed out.
    case nobody
    /// The signed-in user, by uid.
    case person(String)

    /// Returns true if the cache may hold the given user's data; always true while the session's user is unknown.
    func admits(_ uid: String) -> Bool {
        switch self {
        case .unknown: true
        case .nobody: false
        case .person(let own): own.hasSameBytes(as: uid)
        }
    }

    /// Returns the owner after a change to the given state. An unresolved or locked state keeps the owner.
    func after(_ state: AuthState) -> CacheOwner {
        switch state {
        case .unresolved, .locked: self
        case .signedOut: .nobody
        case .signedIn(let user): .person(user.uid)
        }
    }

    /// Returns true if both owners are unknown, both are nobody, or both are the same uid, byte for byte.
    func isSame(as other: CacheOwner) -> Bool {
        switch (self, other) {
        case (.unknown, .unknown), (.nobody, .nobody): true
        case (.person(let uid), .person(let other)): uid.hasSameBytes(as: other)
        default: false
        }
    }
}
