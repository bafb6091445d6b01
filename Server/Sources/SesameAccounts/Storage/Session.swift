package import Foundation

/// A signed-in device: one family of refresh tokens.
package struct Session: Sendable, Equatable {
    /// The id: random, made at sign-in, never taken from a client.
    package let id: SessionID
    /// The app of the account.
    package let app: AppID
    /// The account of the session.
    package let account: AccountID
    /// The sign-in method.
    package let method: SignInMethod
    /// The start of the session.
    package let createdAt: Date
    /// The last proof of who the user is.
    package var authTime: Date
    /// The last refresh.
    package var refreshedAt: Date
    /// The generation of the newest refresh token.
    package var generation: Int
    /// The newest generation that was seen in use; -1 before the first use.
    package var acknowledged: Int
    /// The absolute expiry.
    package let expiresAt: Date
    /// The expiry without a refresh.
    package var idleExpiresAt: Date
    /// The end of the session, with its reason; nil while it is live.
    package var ending: Ending?
    /// The state of its second factor.
    package var secondFactor: SecondFactorState

    /// Makes a session.
    package init(
        id: SessionID, app: AppID, account: AccountID, method: SignInMethod, createdAt: Date, authTime: Date,
        refreshedAt: Date, generation: Int, acknowledged: Int, expiresAt: Date, idleExpiresAt: Date,
        ending: Ending? = nil, secondFactor: SecondFactorState = .unasked
    ) {
        self.id = id
        self.app = app
        self.account = account
        self.method = method
        self.createdAt = createdAt
        self.authTime = authTime
        self.refreshedAt = refreshedAt
        self.generation = generation
        self.acknowledged = acknowledged
        self.expiresAt = expiresAt
        self.idleExpiresAt = idleExpiresAt
        self.ending = ending
        self.secondFactor = secondFactor
    }

    /// The expiry unless it is refreshed before.
    package var endsAt: Date { min(expiresAt, idleExpiresAt) }

    /// Returns true if the session can be used: neither ended nor past one of its limits, and without a second factor
    /// to come.
    package func isLive(at now: Date) -> Bool {
        isOpen(at: now) && secondFactor != .awaited
    }

    /// Returns true if the session has neither ended nor reached one of its limits. It may still await its second
    /// factor.
    func isOpen(at now: Date) -> Bool {
        ending == nil && now < endsAt
    }

    /// The end of a session, with its reason.
    package struct Ending: Sendable, Equatable {
        /// The time.
        package let at: Date
        /// The reason.
        package let reason: EndReason

        /// Makes the ending.
        package init(at: Date, reason: EndReason) {
            self.at = at
            self.reason = reason
        }
    }

    /// The reason why a session ended.
    package enum EndReason: String, Sendable {
        /// The person signed out, here or from another session.
        case signedOut = "signed_out"
        /// An old refresh token was replayed.
        case reuse
        /// The operator ended it.
        case revoked
        /// A new session took its place: the person linked an identity to a guest's account, or changed accounts.
        case replaced
        /// Its account became part of another one.
        case merged
        /// The provider said that what it stood on is gone.
        case provider
    }
}
