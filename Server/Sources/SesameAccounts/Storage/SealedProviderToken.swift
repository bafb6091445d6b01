/// A provider's refresh token for one identity and one client, kept so that the consent behind it can be revoked when
/// the identity goes, alone or with its account. Unique on (app, provider, subject, client id).
package struct SealedProviderToken: Sendable, Equatable {
    /// The app of the identity.
    package let app: AppID
    /// The provider of the token.
    package let provider: Provider
    /// The provider's id of the person.
    package let subject: String
    /// The client that the token was given to: only that client can revoke it.
    package let clientID: String
    /// The token, sealed for exactly this identity and client; see ``ProviderTokenSafe``.
    package let sealed: [UInt8]

    /// Makes a sealed token.
    package init(app: AppID, provider: Provider, subject: String, clientID: String, sealed: [UInt8]) {
        self.app = app
        self.provider = provider
        self.subject = subject
        self.clientID = clientID
        self.sealed = sealed
    }
}
