import SesameCore
import SesameTokens
import SesameWire

/// The signing of the dialect's tokens.
package enum FirebaseSigning: Sendable {
    /// With RS256, by these keys.
    case signed(KeyRing)
    /// Not at all, as Firebase's emulator does it: anybody can make them. For a machine that nobody else reaches.
    case unsigned

    /// The keys; nil where nothing is signed.
    package var keys: KeyRing? {
        if case .signed(let keys) = self { keys } else { nil }
    }
}

/// The keys of the dialect's own credentials.
struct FirebaseKeys: Sendable {
    let refresh: DerivedKey
    let access: DerivedKey
}

extension FirebaseService {
    /// The keys that sign the dialect's tokens; nil where nothing is signed, or nobody speaks it.
    package var firebaseKeyRing: KeyRing? { firebase?.keys }

    /// Makes a token of the dialect.
    func sign(firebase payload: JSONObject, session: SessionID? = nil) throws(Refusal) -> Secret {
        var header: JSONObject = ["typ": "JWT"]
        // In the header, because each member of the payload is shown to apps as something that is claimed of a person.
        header["sid"] = session.map { .string($0.description) }
        let bytes = payload.serialized()
        switch firebase {
        case .unsigned:
            header["alg"] = .string(Self.unsigned)
            return Secret(CompactJWS.sign(header: header, payload: bytes) { _ in [] })
        case .signed(let keys):
            guard let signer = keys.rs256Signer(at: environment.now),
                let token = try? signer.sign(header: header, payload: bytes)
            else { throw Refusal(.internal, "the token could not be signed") }
            return Secret(token)
        case nil: throw Refusal(.internal, "there is no key for tokens of this dialect")
        }
    }

    /// A token of the dialect that this server has made. Where nothing is signed, anybody may have.
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
