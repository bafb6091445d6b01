import Crypto
import SesameCore

/// Seals and opens providers' refresh tokens: AES-GCM under a key that is not in the database. What a token is for is
/// associated data, so that a sealed token opens in no other row than its own.
struct ProviderTokenSafe: Sendable {
    /// Before what is sealed, so that a key which comes after this one can tell whose work it is.
    private static let version: UInt8 = 1

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
        let purpose = Self.associated(app, provider, subject, clientID)
        guard
            let box = try? AES.GCM.seal(Array(token.exposed.utf8), using: key.symmetric, authenticating: purpose),
            let sealed = box.combined
        else { throw .corrupt("a provider's token cannot be sealed") }
        return SealedProviderToken(
            app: app, provider: provider, subject: subject, clientID: clientID, sealed: [Self.version] + sealed)
    }

    /// The token; throws when it was sealed under another key or for another identity or client, or was changed.
    func open(_ token: SealedProviderToken) throws(StorageError) -> Secret {
        guard token.sealed.first == Self.version else {
            throw .corrupt("a provider's token was sealed by a later version")
        }
        let purpose = Self.associated(token.app, token.provider, token.subject, token.clientID)
        guard
            let box = try? AES.GCM.SealedBox(combined: token.sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key.symmetric, authenticating: purpose),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw .corrupt("a provider's token cannot be opened") }
        return Secret(text)
    }

    /// Every part behind its length, so that no two purposes are the same bytes.
    private static func associated(
        _ app: AppID, _ provider: Provider, _ subject: String, _ clientID: String
    ) -> [UInt8] {
        var bytes = [version]
        for part in [app.description, provider.rawValue, subject, clientID] {
            let text = Array(part.utf8)
            for shift in stride(from: 24, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: text.count >> shift))
            }
            bytes += text
        }
        return bytes
    }
}
