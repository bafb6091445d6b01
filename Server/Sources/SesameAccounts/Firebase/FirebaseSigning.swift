import SesameCore
import SesameTokens
import SesameWire

/// The signature mode of tokens in Firebase's protocol.
package enum FirebaseSigning: Sendable {
    /// The tokens are signed with RS256 by the keys of the key ring.
    case signed(KeyRing)
    /// The tokens are unsigned, as in Firebase's emulator, so that any client can forge them. Only for a machine
    /// without remote access.
    case unsigned

    /// The key ring that signs the tokens; nil if tokens are unsigned.
    package var keys: KeyRing? {
        if case .signed(let keys) = self { keys } else { nil }
    }
}

/// The keys that authenticate refresh tokens and service accounts' access tokens in Firebase's protocol.
struct FirebaseKeys: Sendable {
    let refresh: DerivedKey
    let access: DerivedKey
}

extension FirebaseService {
    /// The keys that sign the tokens of Firebase's protocol; nil if tokens are unsigned, or the protocol is off.
    package var firebaseKeyRing: KeyRing? { firebase?.keys }

    /// Returns a token with the payload: signed or, in an emulator, unsigned.
    ///
    /// - Parameter session: The session whose id is written to the header; nil for none.
    func sign(firebase payload: JSONObject, session: SessionID? = nil) throws(AccountError) -> Secret {
        var header: JSONObject = ["typ": "JWT"]
        // The session id is in the header, because apps see each member of the payload as a claim about the user.
        header["sid"] = session.map { .string($0.description) }
        let bytes = payload.serialized()
        switch firebase {
        case .unsigned:
            header["alg"] = .string(Self.unsigned)
            return Secret(CompactJWS.sign(header: header, payload: bytes) { _ in [] })
        case .signed(let keys):
            guard let signer = keys.rs256Signer(at: environment.now),
                let token = try? signer.sign(header: header, payload: bytes)
            else { throw AccountError(.internal, "the token could not be signed") }
            return Secret(token)
        case nil: throw AccountError(.internal, "there is no signing key for Firebase tokens")
        }
    }

    /// Returns the header and claims of a token in Firebase's protocol; nil if the token is not a JWT or its signature
    /// is invalid. An emulator accepts unsigned tokens only.
    func open(firebase token: Secret) -> (header: JOSEHeader, claims: JSONObject)? {
        guard let jws = try? CompactJWS(parsing: token.exposed), let claims = try? jws.claims() else { return nil }
        switch firebase {
        case .unsigned:
            guard jws.header.algorithm.hasSameBytes(as: Self.unsigned), jws.signature.isEmpty else { return nil }
        case .signed(let keys):
            guard let id = jws.header.keyID, let key = keys.verifying.key(id, algorithm: .rs256),
                (try? jws.verify(with: key, algorithm: .rs256)) != nil
            else { return nil }
        case nil: return nil
        }
        return (jws.header, claims)
    }

    private static let unsigned = "none"
}
