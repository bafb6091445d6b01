import Foundation
import SesameCore

/// The transaction that redeems a sign-in token.
struct SignInTokenTransaction: Sendable {
    let cipher: FlowRecordCipher
    let digest: [UInt8]
    let account: AccountID
    let app: App
    let session: SessionSeed
    let now: Date
    let context: RequestContext
    /// The session that the new one replaces; nil for none.
    var replaced: SessionID?

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let record = try transaction.flow(digest)
        guard let grant = try cipher.open(record, as: SignInToken.self, at: now, transaction) else {
            let ended = try cipher.refusal(ofEnded: record, as: SignInToken.self, at: now, transaction)
            return .refused(ended ?? .unknownGrant)
        }
        try transaction.deleteFlow(digest)
        guard let view = try transaction.view(of: account, in: app.id) else { return .refused(.unknownGrant) }
        if let way = grant.way, try !way.opens(view.account, transaction) { return .refused(.unknownGrant) }
        let outcome = try transaction.signIn(
            view, to: app, by: grant.method, session, shown: grant.shown, at: now, context: context)
        guard case .signedIn(let signIn) = outcome else { return outcome }
        try end(replaced, of: view.account.id, transaction)
        return .signedIn(SignIn(view: signIn.view, session: signIn.session, isNew: grant.isNewUser))
    }

    private func end(
        _ id: SessionID?, of account: AccountID, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        guard let id, var session = try transaction.session(id), session.account == account, session.termination == nil
        else {
            return
        }
        session.end(.replaced, at: now)
        try transaction.update(session)
    }
}

extension AccountError {
    static let unknownGrant = AccountError(.ticketExpired, "the secret is unknown, used or expired")
}
