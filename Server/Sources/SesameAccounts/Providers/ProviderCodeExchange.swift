package import Foundation
package import SesameCore
package import SesameTokens

/// A client that exchanges the authorization code that a provider's own sheet returns beside an ID token. The server
/// authenticates to the provider by its key for the app.
package protocol ProviderCodeExchange: Sendable {
    /// Returns true if codes that come with this identity can be exchanged: the server needs a key of the app at the
    /// identity's provider.
    func serves(_ identity: VerifiedIdentity, from provider: Provider, of app: AppID) -> Bool

    /// Exchanges a code for the provider's tokens.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidToken`` if the provider rejects the code, and any other code if it
    /// does not decide about it: it is unreachable, or does not accept the server's key.
    ///
    /// - Parameter clientID: The client that received the code.
    func tokens(
        for code: Secret, from provider: Provider, of app: AppID, clientID: String, at now: Date
    ) async throws(AccountError) -> ProviderTokens

    /// Revokes the consent of a refresh token. An unknown token counts as revoked.
    ///
    /// - Parameter kept: The stored form of the token: only its client can revoke it.
    func revoke(_ token: Secret, kept: SealedProviderToken, at now: Date) async throws(AccountError)
}

/// The provider's tokens for a code.
package struct ProviderTokens: Sendable {
    /// The ID token, not verified yet.
    package let idToken: Secret
    /// The refresh token of the user's consent, if the provider issued one.
    package let refreshToken: Secret?

    package init(idToken: Secret, refreshToken: Secret?) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
