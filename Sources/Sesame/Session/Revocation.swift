public import SesameCore
import SesameWire

/// The remains of a session after a sign-out, until the server has heard of it: no access, and nothing personal.
public struct Revocation: Sendable, Equatable {
    /// The session's id at the server.
    public var sessionID: String
    /// The newest refresh token that this device had; it proves the right to end the session.
    public var refreshToken: Secret
    /// True if it was noted before a session took another one's place in the store: it counts once the store holds
    /// another session than this one, and not before.
    package var isTentative: Bool

    /// Makes a revocation.
    package init(sessionID: String, refreshToken: Secret, isTentative: Bool = false) {
        self.sessionID = sessionID
        self.refreshToken = refreshToken
        self.isTentative = isTentative
    }

    /// The revocation of a session.
    public init(_ session: Session) {
        self.init(session, isTentative: false)
    }

    /// The revocation of a session, perhaps noted before another one takes its place.
    package init(_ session: Session, isTentative: Bool) {
        self.init(sessionID: session.id, refreshToken: session.refreshToken, isTentative: isTentative)
    }
}

extension Revocation {
    package func concerns(_ session: Session) -> Bool {
        sessionID.hasSameBytes(as: session.id)
    }

    func concerns(_ other: Revocation) -> Bool {
        sessionID.hasSameBytes(as: other.sessionID)
    }
}

extension [Revocation] {
    /// The list with another revocation, in place of one of the same session.
    package func appending(_ revocation: Revocation) -> [Revocation] {
        filter { !$0.concerns(revocation) } + [revocation]
    }

    /// Returns those that count, given the session that the store holds: of those that were noted tentatively, all but
    /// its own.
    func settled(holding session: Session?) -> [Revocation] {
        compactMap { revocation in
            guard revocation.isTentative else { return revocation }
            if let session, revocation.concerns(session) { return nil }
            return Revocation(sessionID: revocation.sessionID, refreshToken: revocation.refreshToken)
        }
    }
}
