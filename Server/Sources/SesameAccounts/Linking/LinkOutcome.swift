package import SesameCore

/// The result of a link, of a decision in a conflict, or of the undo of a merge.
package struct LinkResult: Sendable {
    package let outcome: UpgradeOutcome
    /// The account that the caller is now signed in to.
    package let view: AccountRecord
    /// The session to continue with: the caller's, or a new one.
    package let session: Session
    /// The time for which the merge can be undone, in seconds; nil if nothing was merged or the app does not allow an
    /// undo.
    package let undoExpiresIn: Int?
}

/// The result of a link's transaction. A refusal is a value, because the transaction's writes must be committed
/// nevertheless.
enum LinkOutcome: Sendable {
    case done(UpgradeOutcome, AccountRecord, Session)
    case refused(AccountError)
}

extension LinkOutcome {
    /// Returns the session; throws a refusal, so that the transaction is rolled back.
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
