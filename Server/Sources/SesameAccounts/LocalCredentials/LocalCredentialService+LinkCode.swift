import SesameCore

extension LocalCredentialService {
    /// Links an email address or a phone number to the caller's account with a code that was sent to it, after a recent
    /// sign-in. A guest is upgraded, and a new session replaces the guest's. Throws `credentialInUse` if another
    /// account has the address or number; the code then remains valid for a sign-in to that account. An unclaimed
    /// address or number may instead be removed from the other account.
    package func link(
        with presented: PresentedCode, to caller: Caller, context: RequestContext
    ) async throws(AccountError) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        let app = caller.app
        let change = AccountLinker(
            tools: linking.tools, caller: caller, session: newSession(), now: environment.now,
            context: context)
        let outcome = try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<LinkOutcome, AccountError> in
            guard let (code, content) = try redemption.find(for: [.signIn], transaction) else {
                return .failure(.unknownCode)
            }
            let addition = CredentialAddition(
                change: change, form: GuestUpgrade(app: app, role: nil, profile: [:]), kind: content.kind,
                name: content.name, password: nil, isVerified: true)
            let outcome = try addition.run(transaction)
            if case .done = outcome { try transaction.deleteCode(inSlot: code.lookupKey) }
            return .success(outcome)
        }
        return try linking.result(outcome, for: caller)
    }
}
