import SesameCore

extension AccountService {
    /// Closes the caller's own account after a recent sign-in: its sessions and devices end with it, and nobody signs in
    /// to it until the operator opens it again.
    ///
    /// An account whose address nobody has shown to be theirs cannot be closed: it would keep the address from its owner.
    /// Nor can one that has lost an address which can take it back: the week of the link would run out meanwhile.
    package func closeAccount(of caller: Caller, context: RequestContext) async throws(Refusal) -> AccountView {
        try limiter?.admitChange(of: caller.session.account)
        let (now, codes) = (environment.now, oneTimeCodes)
        return try await write { transaction throws(StorageError) in
            let view = try caller.requireRecent(at: now, transaction).view
            guard view.logins.allSatisfy({ $0.isClaimed || $0.kind == .custom }) else {
                throw .refused(Refusal(.invalidTransition, "the address needs to be verified first", field: "email"))
            }
            var account = view.account
            guard try !transaction.canBeTakenBack(account.id, in: account.app, codes, at: now) else {
                throw .refused(
                    Refusal(
                        .invalidTransition, "an account that has lost its address is not closed for a week",
                        field: "email"))
            }
            account.disabledAt = now
            try transaction.update(account)
            for session in try transaction.sessions(of: account.id, in: account.app) {
                try transaction.end(session, at: now, context: context)
            }
            // Of what back ends hold of the sessions nothing is good any more.
            try transaction.endAll(of: account.id, in: account.app, at: now)
            try transaction.insert(
                SecurityEvent(
                    kind: .accountDisabled, app: account.app, account: account.id, session: caller.session.id, at: now,
                    context: context))
            return view.with(account)
        }
    }
}
