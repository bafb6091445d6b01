public import Foundation
public import SesameCore
import SesameWire

/// A person's session on this device: who they are, and the tokens that prove it.
public struct Session: Sendable, Equatable {
    /// The session's id at the server.
    public var id: String
    /// The signed-in user.
    public var user: UserAuthInfo
    /// For `Authorization: Bearer`.
    public var accessToken: Secret
    /// For the next refresh.
    public var refreshToken: Secret
    /// The arrival of the tokens, by this device's clock.
    public var receivedAt: Date
    /// The expiry of the access token, counted from its arrival: a device's clock may be wrong, its course is not.
    public var expiresAt: Date
    /// The person's id at Apple, where they have signed in with Apple on this device; nil elsewhere.
    package var appleUser: Secret?
    /// The guest's account that has become part of this one on this device: what the guest had still to send, and may
    /// still wait, is sent in this one's name. Nil where there was none.
    package var mergedGuest: String?

    /// Makes a session.
    public init(
        id: String, user: UserAuthInfo, accessToken: Secret, refreshToken: Secret, receivedAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.receivedAt = receivedAt
        self.expiresAt = expiresAt
    }

    /// Returns true if the access token can be used for that long.
    ///
    /// A token that seems to arrive only later means that the clock was set back; it is not trusted then.
    package func isUsable(for duration: Duration, at now: Date) -> Bool {
        receivedAt <= now && now.addingTimeInterval(duration.timeInterval) < expiresAt
    }

    /// The session with what this device knows of the same account and the server does not say.
    func keepingKnown(of other: Session) -> Session {
        guard user.uid.hasSameBytes(as: other.user.uid) else { return self }
        var session = self
        session.appleUser = appleUser ?? other.appleUser
        session.mergedGuest = mergedGuest ?? other.mergedGuest
        return session
    }

    /// The session with the newer tokens of the store: another process has renewed them, and this session still has those
    /// of `asked`.
    func keepingTokens(of held: Session?, since asked: Session) -> Session {
        guard let held, held.continues(self), refreshToken == asked.refreshToken,
            held.refreshToken != asked.refreshToken
        else { return self }
        var session = held
        (session.user, session.appleUser, session.mergedGuest) = (user, appleUser, mergedGuest)
        return session
    }

    /// Returns true if both are the same session of the same account, whatever their tokens.
    package func continues(_ other: Session) -> Bool {
        id.hasSameBytes(as: other.id) && user.uid.hasSameBytes(as: other.user.uid)
    }
}

extension Session: CustomStringConvertible {
    /// The account's id alone.
    public var description: String { "Session(\(user.uid))" }
}

extension Duration {
    /// The duration in seconds.
    package var timeInterval: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }
}
