import Foundation
import SesameCore
import SesameTokens

extension AccountSystem {
    /// What an emulator takes for a provider's token: whatever looks like one, or its payload alone. Tests make them up, and
    /// use them again. Nil everywhere else.
    func emulated(_ credential: ProviderCredential, for app: App) throws(Refusal) -> VerifiedIdentity? {
        guard case .unsigned = firebase, credential.vendor != nil, app.providers[credential.provider] != nil else {
            return nil
        }
        let token = credential.idToken.exposed
        var claims = (try? JSONValue(parsing: Array(token.utf8)))?.object
        if claims == nil { claims = try? CompactJWS(parsing: token).claims() }
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

    /// Deletes all accounts of a project with its tenants and settings, or those of one tenant, as tests of other people's clients do between one another.
    public func emptyEmulator(_ app: App, context: RequestContext) async throws(Refusal) {
        guard case .unsigned = firebase else { throw .noFirebase }
        try await deleteAll(in: app, context: context)
        guard app.firebase?.tenant == nil else { return }
        while let tenant = try await firebaseTenants(of: app, after: nil, limit: 1).first?.tenant {
            try await deleteFirebaseTenant(tenant, of: app, context: context)
        }
        try await write { transaction throws(StorageError) in try transaction.deleteFirebasePopulation(app.id) }
    }

    /// Sends a code as ``sendCode(_:of:context:)`` does, and shows it: an emulator lists its codes for tests. Nil where it
    /// would help nobody.
    public func emulatedCode(
        _ order: CodeOrder, of app: App, context: RequestContext
    ) async throws(Refusal) -> IssuedCode? {
        guard isFirebaseEmulator else { throw .noFirebase }
        return try await make(order, of: app, isSent: true, context: context)
    }
}
