import SesameCore

/// The cipher for providers' refresh tokens. Each is bound to its app, identity and client.
struct ProviderTokenCipher: Sendable {
    let key: DerivedKey

    /// Encrypts the provider's token for the identity and for the client of the identity's ID token.
    func seal(
        _ token: Secret, for identity: FilteredIdentity, from provider: Provider, to app: AppID
    ) throws(StorageError) -> SealedProviderToken {
        try seal(token, app, provider, subject: identity.subject.current, clientID: identity.clientID)
    }

    /// Encrypts a stored token again, after its identity's subject has changed to the given one.
    func seal(_ token: SealedProviderToken, for subject: String) throws(StorageError) -> SealedProviderToken {
        try seal(try open(token), token.app, token.provider, subject: subject, clientID: token.clientID)
    }

    private func seal(
        _ token: Secret, _ app: AppID, _ provider: Provider, subject: String, clientID: String
    ) throws(StorageError) -> SealedProviderToken {
        let sealed = Seal(key).seal(
            Array(token.exposed.utf8), in: app.bytes, Array(provider.rawValue.utf8), Array(subject.utf8),
            Array(clientID.utf8))
        guard let sealed else { throw .corrupt("a provider's token cannot be encrypted") }
        return SealedProviderToken(
            app: app, provider: provider, subject: subject, clientID: clientID, sealed: sealed)
    }

    /// Returns the decrypted token; throws if it was encrypted with another key or for another identity or client, or
    /// modified.
    func open(_ token: SealedProviderToken) throws(StorageError) -> Secret {
        let bytes = Seal(key).open(
            token.sealed, in: token.app.bytes, Array(token.provider.rawValue.utf8), Array(token.subject.utf8),
            Array(token.clientID.utf8))
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw .corrupt("a provider's token cannot be decrypted or decoded")
        }
        return Secret(text)
    }
}
