public import Foundation
public import SesameCore
import SesameWire

/// A user's session on this device: the user and their tokens.
public struct Session: Sendable, Equatable {
    /// The session's id at the server.
    public var id: String
    /// The signed-in user, as the server last reported them.
    public var user: UserAuthInfo
    /// The token for `Authorization: Bearer`.
    public var accessToken: Secret
    /// The token that authorizes the next refresh and the session's revocation.
    public var refreshToken: Secret
    /// The time at which the tokens were received, by this device's clock.
    public var receivedAt: Date
    /// The expiry of the access token, counted from its receipt, because a device's clock may be wrong but runs at the
    /// right speed.
    public var expiresAt: Date
    /// The user's id at Apple, if they signed in with Apple on this device.
    package var appleUser: Secret?
    /// The uid of the guest who was merged into the session's account on this device; nil if there was none. The
    /// guest's pending changes are sent in the account's name.
    package var mergedGuest: String?

    /// Creates a session, for example in an app's own back end from the server's response.
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

    /// Returns true if the access token stays valid for longer than the duration.
    ///
    /// Returns false if the token was received in the future by the current clock: the clock was then set back, and the
    /// expiry cannot be trusted.
    package func isUsable(for duration: Duration, at now: Date) -> Bool {
        receivedAt <= now && now.addingTimeInterval(duration.timeInterval) < expiresAt
    }

    /// Returns the session with a missing Apple user id or merged guest filled in from the other session, if both belong
    /// to the same account. The server does not send these values.
    func keepingKnown(of other: Session) -> Session {
        guard user.uid.hasSameBytes(as: other.user.uid) else { return self }
        var session = self
        session.appleUser = appleUser ?? other.appleUser
        session.mergedGuest = mergedGuest ?? other.mergedGuest
        return session
    }

    /// Returns the session with the tokens of the stored session `held`, if another process has refreshed them since
    /// `asked` and this session still has the tokens of `asked`. Otherwise returns the session unchanged.
    func keepingTokens(of held: Session?, since asked: Session) -> Session {
        guard let held, held.continues(self), refreshToken == asked.refreshToken,
            held.refreshToken != asked.refreshToken
        else { return self }
        var session = held
        (session.user, session.appleUser, session.mergedGuest) = (user, appleUser, mergedGuest)
        return session
    }

    /// Returns true if the two sessions have the same id and account, even with different tokens.
    package func continues(_ other: Session) -> Bool {
        id.hasSameBytes(as: other.id) && user.uid.hasSameBytes(as: other.user.uid)
    }
}

extension Session: CustomStringConvertible {
    /// The type's name and the account's id, without tokens.
    public var description: String { "Session(\(user.uid))" }
}

extension Duration {
    /// The duration in seconds.
    package var timeInterval: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
    }
}
