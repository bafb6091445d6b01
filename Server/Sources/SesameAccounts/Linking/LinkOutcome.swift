package import SesameCore

/// The result of a link, or of the decision on a conflict.
package struct LinkResult: Sendable {
    /// The outcome.
    package let outcome: UpgradeOutcome
    /// The signed-in account.
    package let view: AccountView
    /// The session to go on with.
    package let session: Session
    /// For how many seconds the merge can be undone, if it was one and can be.
    package let undoExpiresIn: Int?
}

/// The result of a link's transaction. A rejection is a value, because what it wrote is kept.
enum LinkOutcome: Sendable {
    case done(UpgradeOutcome, AccountView, Session)
    case refused(Refusal)
}

extension LinkOutcome {
    /// The session to go on with, for whom nothing of a refused change is to be kept.
    func session() throws(StorageError) -> Session {
        switch self {
        case .done(_, _, let session): return session
        case .refused(let refusal): throw .refused(refusal)
        }
    }
}

extension LinkingService {
    func result(_ outcome: LinkOutcome, for caller: Caller) throws(Refusal) -> LinkResult {
        switch outcome {
        case .refused(let refusal): throw refusal
        case .done(let outcome, let view, let session):
            let life = Int(caller.app.mergeUndoLife)
            return LinkResult(
                outcome: outcome, view: view, session: session,
                undoExpiresIn: outcome == .merged && life > 0 ? life : nil
            )
        }
    }
}
