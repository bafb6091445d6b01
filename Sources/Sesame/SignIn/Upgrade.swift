public import Foundation
public import SesameCore

/// The result of linking a credential to the signed-in account.
public struct Upgrade: Sendable, Equatable {
    /// The outcome. The account changes only if it is ``SesameCore/UpgradeOutcome/switched``, if a guest was merged
    /// into the account that already has the credential, or if a merge was undone.
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
