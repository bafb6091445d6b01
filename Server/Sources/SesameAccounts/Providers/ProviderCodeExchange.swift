package import Foundation
package import SesameCore
package import SesameTokens

/// Exchanges the code that a provider's own sheet gives an app beside an ID token. The server's key for the app is what
/// proves to the provider who asks.
package protocol ProviderCodeExchange: Sendable {
    /// Returns true if codes that come with this identity can be exchanged: whether the server has a key of the app's
    /// at the provider that vouches for it.
    func serves(_ identity: VerifiedIdentity, from provider: Provider, of app: AppID) -> Bool

    /// Exchanges a code for the provider's tokens.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidToken`` when the provider says that the code is not good, and any
    /// other code when it says nothing of the kind: it cannot be reached, or does not accept the server's key.
    ///
    /// - Parameter clientID: The client that the code was given to.
    func tokens(
        for code: Secret, from provider: Provider, of app: AppID, clientID: String, at now: Date
    ) async throws(Refusal) -> ProviderTokens

    /// Takes back the consent that a refresh token stands for. What the provider does not know any more is a success.
    ///
    /// - Parameter kept: As what the token was kept: only its client can take it back.
    func revoke(_ token: Secret, kept: SealedProviderToken, at now: Date) async throws(Refusal)
}

/// The provider's tokens for a code.
package struct ProviderTokens: Sendable {
    /// The ID token, not verified yet.
    package let idToken: Secret
    /// The refresh token that stands for the user's consent, if the provider gave one.
    package let refreshToken: Secret?

    /// Makes the pair.
    package init(idToken: Secret, refreshToken: Secret?) {
        self.idToken = idToken
        self.refreshToken = refreshToken
    }
}
