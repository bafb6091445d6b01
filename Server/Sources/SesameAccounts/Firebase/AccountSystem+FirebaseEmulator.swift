import Foundation
import SesameCore
import SesameTokens

extension AccountSystem {
    /// What an emulator takes for a provider's token: one that nobody has signed, or its payload alone. Tests make them up, and
    /// use them again. Nil everywhere else, and for tokens that say that they are signed.
    func emulated(_ credential: ProviderCredential, for app: App) throws(Refusal) -> VerifiedIdentity? {
        guard case .unsigned = firebase, credential.vendor != nil, app.providers[credential.provider] != nil else {
            return nil
        }
        let token = credential.idToken.exposed
        var claims = (try? JSONValue(parsing: Array(token.utf8)))?.object
        if claims == nil, let jws = try? CompactJWS(parsing: token), jws.header.algorithm.hasSameBytes(as: "none") {
            claims = try? jws.claims()
        }
        guard let claims else { return nil }
        guard let subject = claims["sub"]?.string, !subject.isEmpty else {
            throw Refusal(.invalidToken, "the made-up token has no 'sub'")
        }
        var identity = VerifiedIdentity(
            provider: credential.provider.rawValue, subject: subject, clientID: "emulator", issuedAt: now,
            expiresAt: now.addingTimeInterval(3_600), carriesNonce: false, tokenDigest: environment.randomBytes(32))
        identity.email = claims["email"]?.string
        identity.emailVerified = claims["email_verified"]?.bool ?? false
        identity.displayName = claims["name"]?.string
        identity.givenName = claims["given_name"]?.string
        identity.familyName = claims["family_name"]?.string
        identity.photoURL = claims["picture"]?.string
        return identity
    }

    /// Deletes all accounts of an app, as tests of other people's clients do between one another.
    public func emptyEmulator(_ app: App, context: RequestContext) async throws(Refusal) {
        guard case .unsigned = firebase else { throw .noFirebase }
        while true {
            let page = try await detailedAccounts(matching: AccountQuery(app: app.id, limit: 500)).accounts
            guard !page.isEmpty else { return }
            for account in page { _ = try await delete(account.view.account.id, in: app.id, context: context) }
        }
    }
}
