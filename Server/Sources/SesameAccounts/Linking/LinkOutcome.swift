package import SesameCore

/// The result of a link, or of the decision in a conflict.
package struct LinkResult: Sendable {
    package let outcome: UpgradeOutcome
    /// The signed-in account.
    package let view: AccountRecord
    /// The session to continue with.
    package let session: Session
    /// The number of seconds in which the merge can be undone; nil without a merge or if it cannot be undone.
    package let undoExpiresIn: Int?
}

/// The result of a link's transaction. A rejection is a value, because the transaction's writes must be committed.
enum LinkOutcome: Sendable {
    case done(UpgradeOutcome, AccountRecord, Session)
    case refused(AccountError)
}

extension LinkOutcome {
    /// Returns the session; throws for a rejection, so that the transaction is rolled back.
    func session() throws(StorageError) -> Session {
        switch self {
        case .done(_, _, let session): return session
        case .refused(let refusal): throw .refused(refusal)
        }
    }
}

extension LinkingService {
    func result(_ outcome: LinkOutcome, for caller: Caller) throws(AccountError) -> LinkResult {
        switch outcome {
        case .refused(let refusal): throw refusal
        case .done(let outcome, let view, let session):
            let lifetime = Int(caller.app.mergeUndoPeriod)
            return LinkResult(
                outcome: outcome, view: view, session: session,
                undoExpiresIn: outcome == .merged && lifetime > 0 ? lifetime : nil
            )
        }
    }
}
