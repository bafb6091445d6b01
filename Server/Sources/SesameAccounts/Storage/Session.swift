package import Foundation

/// A signed-in device: one family of refresh tokens.
package struct Session: Sendable, Equatable {
    /// The session's id, created by the server at sign-in and never chosen by a client. It contains random bits.
    package let id: SessionID
    package let app: AppID
    package let account: AccountID
    /// The sign-in method with which the session started.
    package let method: AuthenticationMethod
    package let createdAt: Date
    /// The time of the user's last authentication.
    package var authTime: Date
    /// The time of the last refresh, or of the last recorded use by a client that never refreshes.
    package var refreshedAt: Date
    /// The time at which the newest refresh token replaced its parent; nil before the first refresh.
    package var rotatedAt: Date?
    /// The generation of the newest refresh token.
    package var generation: Int
    /// The newest generation that a client has used; -1 before the first use.
    package var acknowledgedGeneration: Int
    /// The session's absolute expiry.
    package let expiresAt: Date
    /// The time at which the session expires if it is not refreshed before.
    package var idleExpiresAt: Date
    /// The time and reason of the session's end; nil for a session that nothing has ended, even if it has expired.
    package var termination: Termination?
    package var secondFactor: SecondFactorState

    package init(
        id: SessionID, app: AppID, account: AccountID, method: AuthenticationMethod, createdAt: Date, authTime: Date,
        refreshedAt: Date, rotatedAt: Date? = nil, generation: Int, acknowledgedGeneration: Int, expiresAt: Date,
        idleExpiresAt: Date,
        ending: Termination? = nil, secondFactor: SecondFactorState = .notRequired
    ) {
        self.id = id
        self.app = app
        self.account = account
        self.method = method
        self.createdAt = createdAt
        self.authTime = authTime
        self.refreshedAt = refreshedAt
        self.rotatedAt = rotatedAt
        self.generation = generation
        self.acknowledgedGeneration = acknowledgedGeneration
        self.expiresAt = expiresAt
        self.idleExpiresAt = idleExpiresAt
        self.termination = ending
        self.secondFactor = secondFactor
    }

    /// The session's expiry, absolute or idle, whichever is earlier.
    package var endsAt: Date { min(expiresAt, idleExpiresAt) }

    /// Returns true if the session can be used: it has neither ended nor expired, and waits for no second factor.
    package func isLive(at now: Date) -> Bool {
        isOpen(at: now) && secondFactor != .pending
    }

    /// Returns true if the session has neither ended nor expired. It may still wait for its second factor.
    func isOpen(at now: Date) -> Bool {
        termination == nil && now < endsAt
    }

    /// The end of a session, with its reason.
    package struct Termination: Sendable, Equatable {
        package let at: Date
        package let reason: EndReason

        package init(at: Date, reason: EndReason) {
            self.at = at
            self.reason = reason
        }
    }

    package enum EndReason: String, Sendable {
        /// The user signed out on the session's device, ended the session from another session, or made a change there,
        /// such as a new password, that ends all other sessions.
        case signedOut = "signed_out"
        /// An old refresh token or an authorization code was replayed.
        case reuse
        /// The operator ended the session, or all sessions of the account were ended for security.
        case revoked
        /// A new session took the place of the ended session: a guest was upgraded, the user switched accounts or undid
        /// a merge, or the account had too many sessions.
        case replaced
        /// The session's account was absorbed in a merge.
        case merged
        /// The provider reported that the session's identity or consent is no longer valid.
        case provider
    }
}
