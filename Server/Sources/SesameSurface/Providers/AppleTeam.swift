import Crypto
package import Foundation
package import SesameAccounts
package import SesameCore
import SesameTokens
import SesameWire

/// An app's Apple team, with the key that the server uses to authenticate to Apple as one of the team's clients: its
/// Services ID in a browser, and its bundle ids.
package struct AppleTeam: Sendable {
    /// The team id in Apple's developer account, which is the `iss` of the client secrets.
    package let id: String
    /// The team's Sign in with Apple key.
    package let key: AppleKey

    package init(id: String, key: AppleKey) {
        self.id = id
        self.key = key
    }

    /// Returns a new client secret for Apple, valid for five minutes. Its `iat` is a minute in the past, because Apple
    /// would reject a future time if its clock were behind the server's.
    package func clientSecret(for clientID: String, at now: Date) throws(AccountError) -> Secret {
        let seconds = Int64(now.secondsSince1970)
        do {
            return try key.sign([
                "iss": .string(id), "iat": .integer(seconds - 60), "exp": .integer(seconds + 300),
                "aud": "https://appleid.apple.com", "sub": .string(clientID),
            ])
        } catch {
            throw AccountError(.internal, "the client secret for Apple cannot be signed")
        }
    }
}

/// A Sign in with Apple key: ES256, created at Apple's developer site.
package struct AppleKey: Sendable {
    package let keyID: String
    // The key as PEM text, because swift-crypto's key type cannot be shared between tasks in the supported versions.
    private let pem: Secret

    /// Creates a key from the content of a `.p8` file (PKCS #8 in PEM); nil if it is not a P-256 key.
    package init?(keyID: String, pem: Secret) {
        guard (try? P256.Signing.PrivateKey(pemRepresentation: pem.exposed)) != nil else { return nil }
        self.keyID = keyID
        self.pem = pem
    }

    /// Returns the claims as a JWT signed with the key.
    fileprivate func sign(_ claims: JSONObject) throws -> Secret {
        let key = try P256.Signing.PrivateKey(pemRepresentation: pem.exposed)
        return Secret(
            try CompactJWS.sign(header: ["kid": .string(keyID)], payload: claims.serialized(), with: key))
    }
}
