import SesameCore

extension AccountService {
    /// Disables the caller's own account after a recent sign-in. Its sessions end, its devices are removed, and
    /// sign-ins are refused until the operator enables the account again.
    ///
    /// Throws `invalid_transition` for an account with an unverified address or number, because the disabled account
    /// would block the address for its real owner. Also throws `invalid_transition` while an undo link of a removed
    /// address is pending, because the week in which the link is valid would pass while the account is disabled.
    package func disableOwnAccount(of caller: Caller, context: RequestContext) async throws(AccountError)
        -> AccountRecord
    {
        try limiter?.admitChange(of: caller.session.account)
        let (now, codes) = (environment.now, oneTimeCodes)
        return try await write { transaction throws(StorageError) in
            let view = try caller.requireRecent(at: now, transaction).view
            guard view.logins.allSatisfy({ $0.isClaimed || $0.kind == .custom }) else {
                throw .refused(
                    AccountError(
                        .invalidTransition, "the email address or phone number must be verified first", field: "email"))
            }
            var account = view.account
            guard try !transaction.canBeTakenBack(account.id, in: account.app, codes, at: now) else {
                throw .refused(
                    AccountError(
                        .invalidTransition,
                        "an account that lost an email address cannot be closed while the loss can be undone, for a "
                            + "week",
                        field: "email"))
            }
            account.disabledAt = now
            try transaction.update(account)
            for session in try transaction.sessions(of: account.id, in: account.app) {
                try transaction.end(session, at: now, context: context)
            }
            // Back ends hold tokens of these sessions, which must no longer be valid.
            try transaction.endAll(of: account.id, in: account.app, at: now)
            try transaction.insert(
                SecurityEvent(
                    kind: .accountDisabled, app: account.app, account: account.id, session: caller.session.id, at: now,
                    context: context))
            return view.with(account)
        }
    }
}
