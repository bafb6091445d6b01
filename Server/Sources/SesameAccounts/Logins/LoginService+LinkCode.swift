import SesameCore

extension LoginService {
    /// Makes an address or a number, whose code has come back, one more way to sign in to the caller's account. A guest
    /// becomes a person with that account; their session gives way to a new one. What is another account's is refused,
    /// and the code stays good: it signs in there.
    package func link(
        with presented: PresentedCode, to caller: Caller, context: RequestContext
    ) async throws(Refusal) -> LinkResult {
        try limiter?.admitChange(of: caller.session.account)
        let app = caller.app
        let change = LinkChange(
            tools: linking.tools, caller: caller, session: newSession(), now: environment.now,
            context: context)
        let outcome = try await codes.presenting(presented, of: app, context: context) {
            redemption, transaction throws(StorageError) -> Result<LinkOutcome, Refusal> in
            guard let (code, content) = try redemption.find(for: [.signIn], transaction) else {
                return .failure(.unknownCode)
            }
            let addition = LoginAddition(
                change: change, form: UpgradeForm(app: app, role: nil, profile: [:]), kind: content.kind,
                name: content.name, password: nil, isVerified: true)
            let outcome = try addition.run(transaction)
            if case .done = outcome { try transaction.deleteCode(inSlot: code.slot) }
            return .success(outcome)
        }
        return try linking.result(outcome, for: caller)
    }
}
