import SesameCore
import SesameWire

extension LocalCredentialService {
    /// Confirms the caller with a sign-in code that was sent to a verified address or number of their account, so that
    /// operations that need a recent sign-in are allowed. The code has no other effect: it creates no account and
    /// removes nothing. Throws if the account has a second factor, which the caller must present instead.
    ///
    /// - Returns: The session, with its new time of authentication.
    package func reauthenticate(
        _ caller: Caller, with presented: PresentedCode, context: RequestContext
    ) async throws(AccountError) -> Session {
        try limiter?.admitChange(of: caller.session.account)
        let now = environment.now
        return try await codes.presenting(presented, of: caller.app, context: context) {
            redemption, transaction throws(StorageError) -> Result<Session, AccountError> in
            let current = try caller.requireCurrent(at: now, transaction)
            guard current.view.factors.isEmpty else { return .failure(.showFactor) }
            guard let (code, content) = try redemption.find(for: [.signIn], transaction) else {
                return .failure(.unknownCode)
            }
            guard let login = current.view.login(content.kind), login.name.hasSameBytes(as: content.name),
                login.isClaimed
            else {
                return .failure(
                    AccountError(
                        .reauthenticationRequired,
                        "the code does not prove ownership of this account; confirm with one of its sign-in methods"))
            }
            try transaction.deleteCode(inSlot: code.lookupKey)
            var session = current.session
            session.authTime = now
            try transaction.update(session)
            try transaction.note(.confirmed, login, session: session.id, at: now, context: context)
            return .success(session)
        }
    }
}
