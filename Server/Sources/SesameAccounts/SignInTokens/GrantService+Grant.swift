package import Foundation
package import SesameCore

extension GrantService {
    /// Creates a one-time secret with which a client signs in to an account, for an app's back end that has verified
    /// the user. Throws if the account is unknown or disabled.
    ///
    /// - Parameters:
    ///   - length: The number of hexadecimal digits of the secret.
    ///   - lifetime: The lifetime of the secret, in seconds.
    package func createSignInToken(
        to account: AccountID, in app: App, length: Int, lifetime: TimeInterval, context: RequestContext
    ) async throws(AccountError) -> IssuedSignInToken {
        let now = environment.now
        let secret = Secret(String(Hexadecimal.encode(environment.randomBytes((length + 1) / 2)).prefix(length)))
        let expiresAt = now.addingTimeInterval(lifetime)
        let digest = grantDigest(secret, of: account, in: app.id)
        try await write { [flows] transaction throws(StorageError) in
            guard let known = try transaction.account(account, in: app.id) else { throw .refused(.noSuchAccount) }
            if known.disabledAt != nil { throw .refused(AccountError(.userDisabled, "the account is disabled")) }
            try transaction.deleteFlow(digest)
            let grant = try SignInToken(to: account, in: app.id, by: .custom, nil, transaction)
            try transaction.insert(try flows.record(grant, under: digest, until: expiresAt))
        }
        return IssuedSignInToken(account: account, secret: secret, createdAt: now, expiresAt: expiresAt)
    }

    /// Exchanges the code of a browser's sign-in for a secret, with which a client outside the browser signs in within
    /// a minute. Throws `ticketExpired` if the code is invalid.
    package func createSignInToken(
        for code: Secret, client app: App, redirectURI: String, verifier: Secret
    ) async throws(AccountError) -> IssuedSignInToken {
        let now = environment.now
        let (codeDigest, secret) = (digest(code.exposed.utf8), Secret(Hexadecimal.encode(environment.randomBytes(32))))
        let expiresAt = now.addingTimeInterval(AuthorizationCodeGrant.lifetime)
        return try await write { [self] transaction throws(StorageError) in
            let record = try transaction.flow(codeDigest)
            guard let grant = try flows.open(record, as: AuthorizationCodeGrant.self, at: now, transaction),
                grant.isFor(app, redirectURI: redirectURI, verifier: verifier)
            else { throw .refused(.unknownGrant) }
            try transaction.deleteFlow(codeDigest)
            let account = AccountID(grant.account)
            let passedOn = try SignInToken(
                to: account, in: app.id, by: grant.way.method, grant.way, isNewUser: grant.isNewUser,
                shown: grant.shown, transaction)
            try transaction.insert(
                try flows.record(passedOn, under: grantDigest(secret, of: account, in: app.id), until: expiresAt))
            return IssuedSignInToken(account: account, secret: secret, createdAt: now, expiresAt: expiresAt)
        }
    }

    /// Signs in with a one-time secret of an account. Short secrets can be guessed, so after some wrong ones the next
    /// attempt has to wait. Throws `ticketExpired` for a wrong secret.
    ///
    /// - Parameter replaced: The client's session of the account, which ends when the new one begins; nil for none.
    package func signIn(
        granted secret: Secret, account: AccountID, to app: App, replacing replaced: SessionID? = nil,
        context: RequestContext
    ) async throws(AccountError) -> SignIn {
        try await observed(app.id, .custom) { () async throws(AccountError) in
            var use = SignInTokenTransaction(
                cipher: flows, digest: grantDigest(secret, of: account, in: app.id), account: account, app: app,
                session: newSession(), now: environment.now, context: context)
            use.replaced = replaced
            // A character has at least four bits, so a long secret cannot be guessed.
            let guessed = secret.exposed.utf8.count < 32 ? account.description : nil
            let outcome = try await codes.guessing(of: guessed, in: app.id, context: context) {
                [use] () throws(AccountError) -> Result<SignInOutcome, AccountError> in
                try limiter?.admitCredential(of: app.id, from: context.client)
                let outcome = try await write { transaction throws(StorageError) in try use.run(transaction) }
                if case .refused(let refusal) = outcome, refusal.code == .ticketExpired { return .failure(refusal) }
                return .success(outcome)
            }
            return try sessions.signIn(from: outcome)
        }
    }

    func grantDigest(_ secret: Secret, of account: AccountID, in app: AppID) -> [UInt8] {
        ticketKey.code(
            for: Array("grant \(app) \(account) ".utf8) + Array(secret.exposed.utf8))
    }
}
