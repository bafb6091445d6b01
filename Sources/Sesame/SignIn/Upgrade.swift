public import Foundation
public import SesameCore

/// The result of linking a credential to the signed-in account.
public struct Upgrade: Sendable, Equatable {
    /// The outcome. Unless it is ``SesameCore/UpgradeOutcome/switched``, or a guest became part of the account that the
    /// credential has already, or is one of their own again, the account is the same as before.
    public var outcome: UpgradeOutcome
    /// The session to go on with.
    public var session: Session

    /// Until when a merge can be undone, by ``AuthManager/undoMerge(confirmedBy:)``; nil where there was none, or it cannot.
    public var undoableUntil: Date?

    /// Makes the value.
    public init(outcome: UpgradeOutcome, session: Session, undoableUntil: Date? = nil) {
        self.outcome = outcome
        self.session = session
        self.undoableUntil = undoableUntil
    }

    /// The user who is signed in now.
    public var user: UserAuthInfo { session.user }
}
