import Foundation
package import SesameCore

extension GrantService {
    /// Links the identity of an authorization code to the caller's account, for a client that does not use the
    /// browser's cookies, and returns a secret that signs in to the account once, within a minute. A guest's session
    /// ends; the session of any other user continues.
    package func createSignInToken(
        linking code: Secret, to caller: Caller, redirectURI: String, verifier: Secret, context: RequestContext
    ) async throws(AccountError) -> IssuedSignInToken {
        try limiter?.admitChange(of: caller.session.account)
        var link = authorization.clientLink(code, caller, redirectURI, verifier, context)
        link.keepsSession = false
        let now = link.now
        let (account, secret) = (caller.session.account, Secret(Hexadecimal.encode(environment.randomBytes(32))))
        let expiresAt = now.addingTimeInterval(AuthorizationCodeGrant.lifetime)
        let digest = grantDigest(secret, of: account, in: caller.app.id)
        let refusal = try await write { [self, link] transaction throws(StorageError) -> AccountError? in
            switch try link.grant(transaction) {
            case .failure(let refusal): return refusal
            case .success(let grant):
                try transaction.insert(try flows.record(grant, under: digest, until: expiresAt))
                return nil
            }
        }
        if let refusal { throw refusal }
        return IssuedSignInToken(account: account, secret: secret, createdAt: now, expiresAt: expiresAt)
    }
}
