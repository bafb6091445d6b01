import Foundation
public import SesameCore

extension AccountSystem {
    /// The account of whoever bears the access token; see ``authenticate(_:app:apps:)``.
    public func account(
        ofBearer token: Secret, app: App?, apps: AppDirectory
    ) async throws(Refusal) -> AccountView {
        let view = try await authenticate(token, app: app, apps: apps) { reader, session throws(StorageError) in
            try reader.view(of: session.account, in: session.app)
        }.value
        guard let view else { throw Refusal(.userDeleted, "the account was deleted") }
        return view
    }

    /// The caller's account.
    public func account(of caller: Caller) async throws(Refusal) -> AccountView {
        let view = try await read { reader throws(StorageError) in
            try reader.view(of: caller.session.account, in: caller.app.id)
        }
        guard let view else { throw Refusal(.userDeleted, "the account was deleted") }
        return view
    }

    /// Deletes the caller's account with all that belongs to it, in one transaction, after a recent sign-in. What they
    /// consented to at providers is taken back.
    public func deleteAccount(of caller: Caller, context: RequestContext) async throws(Refusal) {
        let now = environment.now
        let (app, account) = (caller.app.id, caller.session.account)
        let refusal = try await write { transaction throws(StorageError) -> Refusal? in
            guard let view = try transaction.view(of: account, in: app) else {
                return Refusal(.userDeleted, "the account was deleted")
            }
            if let refusal = caller.refusalWithoutRecentSignIn(view) { return refusal }
            try delete(view, at: now, context: context, transaction)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Deletes an account with all that belongs to it, and has what its person consented to at providers taken back.
    func delete(
        _ view: AccountView, at now: Date, context: RequestContext, _ transaction: any StorageTransaction
    ) throws(StorageError) {
        let (app, account) = (view.account.app, view.account.id)
        for identity in view.identities { try transaction.revokeConsents(of: identity, at: now) }
        try transaction.delete(account, in: app)
        try transaction.insertTombstone(tombstone(of: account, in: app), at: now)
        try transaction.insert(
            SecurityEvent(
                kind: .accountDeleted, app: app, account: account, session: nil, at: now,
                requestID: context.requestID))
    }
}
