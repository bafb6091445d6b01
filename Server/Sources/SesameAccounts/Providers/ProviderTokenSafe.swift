import SesameCore

/// Seals and opens providers' refresh tokens. Each belongs to its app, identity and client.
struct ProviderTokenSafe: Sendable {
    let key: DerivedKey

    /// Seals what a provider gave for the identity, to the client that the identity's token is for.
    func seal(
        _ token: Secret, for identity: AdmittedIdentity, from provider: Provider, to app: AppID
    ) throws(StorageError) -> SealedProviderToken {
        try seal(token, app, provider, subject: identity.subject.current, clientID: identity.clientID)
    }

    /// Seals a token anew for its identity under another subject.
    func seal(_ token: SealedProviderToken, for subject: String) throws(StorageError) -> SealedProviderToken {
        try seal(try open(token), token.app, token.provider, subject: subject, clientID: token.clientID)
    }

    private func seal(
        _ token: Secret, _ app: AppID, _ provider: Provider, subject: String, clientID: String
    ) throws(StorageError) -> SealedProviderToken {
        let sealed = Seal(key).seal(
            Array(token.exposed.utf8), in: app.bytes, Array(provider.rawValue.utf8), Array(subject.utf8),
            Array(clientID.utf8))
        guard let sealed else { throw .corrupt("a provider's token cannot be sealed") }
        return SealedProviderToken(
            app: app, provider: provider, subject: subject, clientID: clientID, sealed: sealed)
    }

    /// The token; throws when it was sealed under another key or for another identity or client, or was changed.
    func open(_ token: SealedProviderToken) throws(StorageError) -> Secret {
        let bytes = Seal(key).open(
            token.sealed, in: token.app.bytes, Array(token.provider.rawValue.utf8), Array(token.subject.utf8),
            Array(token.clientID.utf8))
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw .corrupt("a provider's token cannot be opened")
        }
        return Secret(text)
    }
}
