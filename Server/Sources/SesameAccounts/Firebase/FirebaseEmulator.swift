import Foundation
import SesameCore
import SesameTokens
import SesameWire

/// The emulator's replacement for identity providers: it accepts ID tokens without a valid signature.
struct FirebaseEmulator: CredentialEmulator {
    let environment: RuntimeEnvironment

    /// Returns the identity of an ID token, whose signature is not verified, or of the token's payload alone. Tests
    /// create such tokens, and reuse them. Returns nil if the text is neither, if the app lacks the provider, or for a
    /// credential from the native API.
    func emulated(_ credential: ProviderCredential, for app: App) throws(AccountError) -> VerifiedIdentity? {
        guard credential.vendor != nil, app.providers[credential.provider] != nil else {
            return nil
        }
        let token = credential.idToken.exposed
        var claims = (try? JSONValue(parsing: Array(token.utf8)))?.object
        if claims == nil { claims = try? CompactJWS(parsing: token).claims() }
        guard let claims else { return nil }
        guard let subject = claims["sub"]?.string, !subject.isEmpty else {
            throw AccountError(.invalidToken, "the unsigned token has no 'sub'")
        }
        var identity = VerifiedIdentity(
            provider: credential.provider.rawValue, subject: subject, clientID: "emulator", issuedAt: environment.now,
            expiresAt: environment.now.addingTimeInterval(3_600), carriesNonce: false,
            tokenDigest: environment.randomBytes(32))
        identity.email = claims["email"]?.string
        identity.emailVerified = claims["email_verified"]?.bool ?? false
        identity.displayName = claims["name"]?.string
        identity.givenName = claims["given_name"]?.string
        identity.familyName = claims["family_name"]?.string
        identity.photoURL = claims["picture"]?.string
        return identity
    }
}
