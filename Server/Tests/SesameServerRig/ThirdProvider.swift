import Crypto
package import Foundation
package import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire

/// An identity provider that is not built in, as an operator might add one. Its ID tokens are signed with ES256,
/// because that is fast.
package struct ThirdProvider: Sendable {
    package static let clientID = "third client"
    private static let issuer = "https://id.example.com"

    package let provider: Provider
    package let definition: ProviderDefinition
    private let pem = P256.Signing.PrivateKey().pemRepresentation

    package init(named name: String = "example", keepsConsents: Bool = false) throws {
        guard let provider = Provider(rawValue: name) else { throw TokenError(.claim, "'\(name)' names no provider") }
        self.provider = provider
        definition = ProviderDefinition(
            provider, name: "Example ID",
            tokens: ProviderProfile(
                name: name, issuers: [Self.issuer], algorithm: .es256, keysURL: "\(Self.issuer)/keys"),
            keepsConsents: keepsConsents)
    }

    /// A directory of the built-in providers, Apple and Google, and of ``provider``.
    package var directory: ProviderDirectory { ProviderDirectory(ProviderDirectory.builtIn.all + [definition]) }

    /// An app's settings for the provider: its client id and nonce form.
    package var settings: ProviderSettings {
        ProviderSettings(clientIDs: [Self.clientID], defaultNonceForm: definition.usualNonceForm)
    }

    /// Returns a verifier of the provider's ID tokens, which has the public key in memory and uses the given clock.
    package func verifier(at now: @escaping @Sendable () -> Date) throws -> CredentialVerifier {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem).publicKey.rawRepresentation
        let keys = JWKSCache(
            url: definition.tokens.keysURL, algorithm: .es256,
            source: Keys(
                body: JSONWebKeySet([
                    try JSONWebKey(p256X: Array(key.prefix(32)), y: Array(key.suffix(32)), keyID: "k")
                ]).serialized()),
            clock: TokenClock(wall: now))
        return CredentialVerifier([provider: ProviderTokenVerifier(profile: definition.tokens, keys: keys)])
    }

    /// Returns a signed ID token for the subject, valid for 600 seconds.
    /// - Parameter more: Claims that are added, or that replace the usual ones.
    package func token(
        _ subject: String, nonce: Secret, email: String? = nil, at now: Date, more: JSONObject = [:]
    ) throws -> Secret {
        let seconds = Int64(now.timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(Self.issuer), "aud": .string(Self.clientID), "sub": .string(subject),
            "iat": .integer(seconds), "exp": .integer(seconds + 600), "nonce": .string(nonce.exposed),
        ]
        claims["email"] = email.map(JSONValue.string)
        claims["email_verified"] = email.map { _ in true }
        for claim in more.members { claims[claim.name] = claim.value }
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        return Secret(try CompactJWS.sign(header: ["kid": "k"], payload: claims.serialized(), with: key))
    }

    private struct Keys: JWKSSource {
        let body: [UInt8]

        func fetch(_ url: String) async throws -> JWKSResponse { JWKSResponse(status: 200, body: body) }
    }
}
