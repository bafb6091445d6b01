package import Foundation
package import SesameCore
package import SesameTokens

/// A client of the providers' token endpoints. It exchanges the authorization code that a provider returns to an app
/// beside an ID token. The server authenticates to the provider with its key for the app.
package protocol ProviderCodeExchange: Sendable {
    /// Returns true if the server has a key of the app at the identity's provider, so that it can exchange codes that
    /// come with this identity.
    func serves(_ identity: VerifiedIdentity, from provider: Provider, of app: AppID) -> Bool

    /// Exchanges a code for the provider's tokens.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidToken`` if the provider rejects the code. Any other error says nothing
    /// about the code: the provider is unreachable, or does not accept the server's key.
    ///
    /// - Parameter clientID: The client that received the code.
    func tokens(
        for code: Secret, from provider: Provider, of app: AppID, clientID: String, at now: Date
    ) async throws(AccountError) -> ProviderTokens

    /// Revokes the consent behind a refresh token. An unknown token counts as revoked.
    ///
    /// - Parameter kept: The stored form of the token, with the only client that can revoke it.
    func revoke(_ token: Secret, kept: SealedProviderToken, at now: Date) async throws(AccountError)
}

/// The tokens that a provider issues for an authorization code.
package struct ProviderTokens: Sendable {
    /// The ID token, not verified yet.
    package let idToken: Secret
    /// The refresh token of the user's consent; nil if the provider issued none.
    package let refreshToken: Secret?

    package init(idToken: Secret, refreshToken: Secret?) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
