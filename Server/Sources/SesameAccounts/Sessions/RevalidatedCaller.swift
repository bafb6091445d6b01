import Foundation
import SesameCore

/// A caller's session and account as read in a transaction. They may have changed since the request was checked.
struct RevalidatedCaller: Sendable {
    let session: Session
    let view: AccountRecord
}

extension Caller {
    /// Returns the caller's current session and account; a failure if the session has ended or the account was disabled
    /// since the request was checked.
    func current(
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<RevalidatedCaller, AccountError> {
        let current: Session
        switch try transaction.current(session.id, of: session.account, at: now) {
        case .success(let live): current = live
        case .failure(let refusal): return .failure(refusal)
        }
        guard let view = try transaction.view(of: session.account, in: app.id) else { return .failure(.sessionOver) }
        return .success(RevalidatedCaller(session: current, view: view))
    }
}

extension Caller {
    /// Returns the caller's current session and account. Throws if the session has ended or the account was disabled,
    /// which rolls back the transaction.
    func requireCurrent(
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> RevalidatedCaller {
        switch try current(at: now, transaction) {
        case .success(let current): return current
        case .failure(let refusal): throw .refused(refusal)
        }
    }

    /// Returns the caller's current session and account; throws if the last sign-in is not recent.
    func requireRecent(
        at now: Date, _ transaction: any StorageTransaction
    ) throws(StorageError) -> RevalidatedCaller {
        let current = try requireCurrent(at: now, transaction)
        if let refusal = reauthenticationError(current.view) { throw .refused(refusal) }
        return current
    }
}

extension StorageReader {
    /// Returns a session of the account; a failure if the session has ended or the account was disabled.
    func current(
        _ session: SessionID, of account: AccountID, at now: Date
    ) throws(StorageError) -> Result<Session, AccountError> {
        guard let state = try sessionState(session), state.session.account == account else {
            return .failure(.sessionOver)
        }
        if let refusal = state.session.refusal(disabledAt: state.disabledAt, at: now) { return .failure(refusal) }
        return .success(state.session)
    }
}

extension AccountError {
    fileprivate static let sessionOver = AccountError(.sessionEnded, "the session has ended")
}
