/// A provider's encrypted refresh token for one identity and one client. It is stored so that the consent can be
/// revoked when the identity is removed, alone or with its account. Unique on (app, provider, subject, client id).
package struct SealedProviderToken: Sendable, Equatable {
    package let app: AppID
    package let provider: Provider
    /// The provider's id of the user, or its pseudonym in a pseudonymous app.
    package let subject: String
    /// The client for which the token was issued; only that client can revoke it.
    package let clientID: String
    /// The token, encrypted and bound to the identity and the client; see ``ProviderTokenCipher``.
    package let sealed: [UInt8]

    package init(app: AppID, provider: Provider, subject: String, clientID: String, sealed: [UInt8]) {
        self.app = app
        self.provider = provider
        self.subject = subject
        self.clientID = clientID
        self.sealed = sealed
    }
}
