import Sesame
import SesameCore

extension AuthCredential {
    /// The path beneath `/account/sessions` that takes the credential, and what it takes.
    var sessionRequest: (path: String, body: JSONObject) {
        get throws(AuthError) {
            if let proof = try idTokenProof { return ("id-token", proof.body) }
            switch self {
            case .anonymous: return ("anonymous", [:])
            case .oneTimeToken(let uid, let secret):
                return ("token", ["userId": .string(uid), "secret": .string(secret.exposed)])
            default: throw AuthError(.invalidRequest, "Appwrite takes no credential of this kind")
            }
        }
    }

    /// The provider's token that the credential is, if it is one.
    var idTokenProof: IDTokenProof? {
        get throws(AuthError) {
            let proof: IDTokenProof
            switch self {
            case .apple(let idToken, let nonce, let role, _, let name):
                proof = IDTokenProof(provider: "apple", idToken: idToken, nonce: nonce, name: name, role: role)
            case .google(let idToken, let nonce, let role):
                proof = IDTokenProof(provider: "google", idToken: idToken, nonce: nonce, name: nil, role: role)
            default: return nil
            }
            guard proof.role == nil else { throw AuthError(.roleMismatch, "accounts at Appwrite have no role") }
            return proof
        }
    }
}

/// A provider's ID token, as Appwrite takes it. Apple's authorization code has no place there and stays here.
struct IDTokenProof: Sendable {
    let provider: String
    let idToken: Secret
    let nonce: Nonce?
    let name: PersonName?
    let role: String?

    var body: JSONObject {
        var body: JSONObject = ["provider": .string(provider), "idToken": .string(idToken.exposed)]
        body["nonce"] = nonce.map { .string($0.value.exposed) }
        let words = [name?.givenName, name?.familyName].compactMap(\.self).filter { !$0.isEmpty }
        if !words.isEmpty { body["name"] = .string(words.joined(separator: " ")) }
        return body
    }
}
