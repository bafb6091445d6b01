import Foundation
import SesameCore

/// A caller as they are in a transaction, not as they were when the call was checked.
struct CurrentCaller: Sendable {
    let session: Session
    let view: AccountView
}

extension Caller {
    /// The caller's session and account, unless the session has ended meanwhile or the account was disabled.
    func current(
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<CurrentCaller, Refusal> {
        guard let state = try transaction.sessionState(session.id), state.session.account == session.account,
            let view = try transaction.view(of: session.account, in: app.id)
        else { return .failure(Refusal(.sessionEnded, "the session has ended")) }
        if let refusal = state.session.refusal(disabledAt: state.disabledAt, at: now) { return .failure(refusal) }
        return .success(CurrentCaller(session: state.session, view: view))
    }
}
