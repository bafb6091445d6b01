import Foundation
import SesameCore

extension AccountService {
    /// Confirms the caller with a fresh provider credential, so that operations that need a recent sign-in are allowed.
    ///
    /// The credential must belong to one of the caller's own identities. Any other is refused, and the session stays
    /// unchanged.
    ///
    /// - Returns: The session, with its new time of authentication.
    package func reauthenticate(
        _ caller: Caller, with credential: ProviderCredential, context: RequestContext
    ) async throws(AccountError) -> Session {
        try limiter?.admitChange(of: caller.session.account)
        let verified = try await providers.verify(credential, for: caller.app, context: context)
        let now = environment.now
        var confirmation = ReauthenticationTransaction(
            app: caller.app.id, session: caller.session.id, provider: credential.provider,
            verified: verified.identity, proof: verified.proof, cipher: providerTokens, now: now, context: context)
        confirmation.token = verified.token
        let outcome = try await write { [confirmation] transaction throws(StorageError) in
            try confirmation.run(transaction)
        }
        return try outcome.get()
    }
}

/// The confirmation of a session's user with a provider credential, in one transaction.
struct ReauthenticationTransaction: Sendable {
    let app: AppID
    let session: SessionID
    let provider: Provider
    let verified: FilteredIdentity
    let proof: SingleUseProof
    let cipher: ProviderTokenCipher
    let now: Date
    let context: RequestContext
    /// The provider's token, received in exchange for the credential's code.
    var token: SealedProviderToken?

    /// Returns the confirmed session, or the error. The error is not thrown, because the transaction must be committed:
    /// a refused credential is consumed as well.
    func run(_ transaction: any StorageTransaction) throws(StorageError) -> Result<Session, AccountError> {
        let outcome = try decide(transaction)
        if case .failure = outcome { try transaction.abandon(token, at: now) }
        return outcome
    }

    private func decide(_ transaction: any StorageTransaction) throws(StorageError) -> Result<Session, AccountError> {
        switch try proof.spend(verified, in: app, at: now, transaction) {
        case .fresh: break
        case .repetition: return .failure(.usedToken)
        case .refused(let refusal): return .failure(refusal)
        }
        guard let state = try transaction.sessionState(session), state.session.app == app else {
            return .failure(AccountError(.sessionEnded, "the session has ended"))
        }
        var session = state.session
        guard let identity = try transaction.identity(provider, verified.subject, in: app),
            identity.account == session.account
        else {
            return .failure(AccountError(.reauthenticationRequired, "the credential belongs to another user"))
        }
        guard !identity.status.isDisabled else { return .failure(.disabledByProvider) }
        if let refusal = session.refusal(disabledAt: state.disabledAt, at: now) { return .failure(refusal) }
        guard try transaction.secondFactors(of: session.account, in: app).isEmpty else { return .failure(.showFactor) }
        _ = try transaction.renew(identity, as: verified.subject, cipher)
        session.authTime = now
        try transaction.update(session)
        try transaction.insert(UsedToken(verified, app: app, session: session.id, proof: proof, at: now))
        if let token { try transaction.put(token) }
        try transaction.insert(
            SecurityEvent(
                kind: .confirmed, app: app, account: session.account, session: session.id, at: now,
                context: context))
        return .success(session)
    }
}
