public import SesameCore
import SesameWire

/// The data needed to end a session at the server after a sign-out. It contains no access token and no personal data.
public struct Revocation: Sendable, Equatable {
    /// The session's id at the server.
    public var sessionID: String
    /// The newest refresh token of this device, which authorizes the end of the session.
    public var refreshToken: Secret
    /// True if the revocation was queued before a new session was stored. It takes effect only if the store does not
    /// hold the revoked session afterwards.
    package var isTentative: Bool

    package init(sessionID: String, refreshToken: Secret, isTentative: Bool = false) {
        self.sessionID = sessionID
        self.refreshToken = refreshToken
        self.isTentative = isTentative
    }

    /// Creates the revocation of a session from its id and refresh token.
    public init(_ session: Session) {
        self.init(session, isTentative: false)
    }

    /// Creates the revocation of a session; tentative if it is queued before a new session is stored.
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
    /// Returns the list with the revocation appended; an earlier revocation of the same session is removed.
    package func appending(_ revocation: Revocation) -> [Revocation] {
        filter { !$0.concerns(revocation) } + [revocation]
    }

    /// Returns the revocations to send while the store holds the given session: all except a tentative revocation of
    /// the given session. The returned revocations are no longer tentative.
    func settled(holding session: Session?) -> [Revocation] {
        compactMap { revocation in
            guard revocation.isTentative else { return revocation }
            if let session, revocation.concerns(session) { return nil }
            return Revocation(sessionID: revocation.sessionID, refreshToken: revocation.refreshToken)
        }
    }
}
