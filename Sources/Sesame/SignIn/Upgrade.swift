public import Foundation
public import SesameCore

/// The result of linking a credential to the signed-in account.
public struct Upgrade: Sendable, Equatable {
    /// The change to the accounts. The user continues in another account after ``SesameCore/UpgradeOutcome/switched``,
    /// after a merge that absorbed a guest, and after the undo of a merge if the user signed in with a sign-in method
    /// of the restored account, or was its guest.
    public var outcome: UpgradeOutcome
    /// The session after linking, with the user and the tokens.
    public var session: Session

    /// The time until which ``AuthManager/undoMerge(confirmedBy:)`` can undo the merge; nil if nothing was merged, or
    /// if the merge cannot be undone.
    public var undoableUntil: Date?

    /// Creates a result, for example in a fake for tests.
    public init(outcome: UpgradeOutcome, session: Session, undoableUntil: Date? = nil) {
        self.outcome = outcome
        self.session = session
        self.undoableUntil = undoableUntil
    }

    /// The user who is signed in after linking.
    public var user: UserAuthInfo { session.user }
}
