public import Foundation
public import SesameCore

/// The result of linking a credential to the signed-in account.
public struct Upgrade: Sendable, Equatable {
    /// The outcome. The user continues in another account after ``SesameCore/UpgradeOutcome/switched``, after a merge
    /// that absorbed a guest, and after the undo of a merge if it restores another account.
    public var outcome: UpgradeOutcome
    /// The session to continue with.
    public var session: Session

    /// The time until which ``AuthManager/undoMerge(confirmedBy:)`` can undo the merge; nil if nothing was merged, or
    /// it cannot be undone.
    public var undoableUntil: Date?

    /// Creates a result with these values.
    public init(outcome: UpgradeOutcome, session: Session, undoableUntil: Date? = nil) {
        self.outcome = outcome
        self.session = session
        self.undoableUntil = undoableUntil
    }

    /// The user who is signed in after linking.
    public var user: UserAuthInfo { session.user }
}
