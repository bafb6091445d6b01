import Foundation
package import SesameCore

extension AuthorizationService {
    /// Exchanges a code for a new session.
    ///
    /// A code is valid for one exchange. A second attempt means that the code was stolen, so it revokes the session of
    /// the first exchange.
    package func redeem(
        _ code: Secret, client app: App, redirectURI: String, verifier: Secret, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let exchange = CodeExchange(
            cipher: flows, code: digest(code.exposed.utf8), app: app, redirectURI: redirectURI, verifier: verifier,
            now: environment.now, context: context)
        let outcome = try await write { transaction throws(StorageError) in try exchange.run(transaction) }
        let signIn = try sessions.signIn(from: outcome)
        observe(.signedIn(signIn.session.app, signIn.session.method))
        return signIn
    }
}

/// An exchange of a code, in one transaction.
private struct CodeExchange: Sendable {
    let cipher: FlowRecordCipher
    let code: [UInt8]
    let app: App
    let redirectURI: String
    let verifier: Secret
    let now: Date
    let context: RequestContext

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> SignInOutcome {
        let record = try transaction.flow(code)
        if let used = try cipher.open(record, as: RedeemedCode.self, at: now, transaction) {
            try endSession(of: used, transaction)
            return .refused(AccountError(.invalidToken, "the authorization code was already used"))
        }
        guard let grant = try cipher.open(record, as: AuthorizationCodeGrant.self, at: now, transaction) else {
            let ended = try cipher.refusal(ofEnded: record, as: AuthorizationCodeGrant.self, at: now, transaction)
            return .refused(ended ?? .uselessCode)
        }
        guard grant.isFor(app, redirectURI: redirectURI, verifier: verifier) else { return .refused(.uselessCode) }
        try transaction.deleteFlow(code)
        try transaction.insert(
            try cipher.record(
                RedeemedCode(session: grant.session), under: code, until: now.addingTimeInterval(RedeemedCode.memory)))
        guard let view = try transaction.view(of: AccountID(grant.account), in: app.id),
            try grant.way.opens(view.account, transaction)
        else { return .refused(AccountError(.invalidToken, "the sign-in method is no longer valid for the account")) }
        let method = grant.way.method
        let begun = try transaction.enter(
            SessionSeed(SessionID(grant.session)), for: view.account.id, in: app, method: method, shown: grant.shown,
            at: now,
            context: context)
        return try transaction.outcome(begun, of: view, isNew: grant.isNewUser)
    }

    private func endSession(of used: RedeemedCode, _ transaction: any StorageTransaction) throws(StorageError) {
        guard var session = try transaction.session(SessionID(used.session)), session.termination == nil else { return }
        session.end(.reuse, at: now)
        try transaction.update(session)
        try transaction.insert(
            SecurityEvent(
                kind: .codeReuseDetected, app: session.app, account: session.account, session: session.id, at: now,
                context: context))
    }
}

extension AccountError {
    fileprivate static let uselessCode = AccountError(
        .invalidToken, "the code is unknown, expired or does not match this request")
}
