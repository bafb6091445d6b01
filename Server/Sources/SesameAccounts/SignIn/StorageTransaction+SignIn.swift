import Foundation
import SesameCore

extension StorageTransaction {
    /// Begins a session of somebody whose proof was checked, or whom others have vouched for.
    func signIn(
        _ view: AccountView, to app: App, as role: String? = nil, by method: SignInMethod, _ session: SessionID,
        at now: Date, context: RequestContext
    ) throws(StorageError) -> SignInOutcome {
        var account = view.account
        if let refusal = account.refusal(ofSignInAs: role) { return .refused(refusal) }
        // Not written: a session says by itself when its account was last signed in to.
        account.lastSignInAt = max(now, account.lastSignInAt)
        try makeRoom(for: account.id, in: app, at: now, context: context)
        let begun = try beginSession(session, for: account.id, in: app, method: method, at: now, context: context)
        return .signedIn(view.with(account), begun, isNew: false)
    }
}
