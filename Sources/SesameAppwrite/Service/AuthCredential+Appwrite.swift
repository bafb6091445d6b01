import Sesame
import SesameCore

extension AuthCredential {
    /// Returns the path below `/account/sessions` for the credential, and the request's body. Throws `invalidRequest`
    /// if Appwrite does not accept this kind of credential.
    func sessionRequest(at server: AppwriteServer) throws(AuthError) -> (path: String, body: JSONObject) {
        if let proof = try idTokenProof { return ("id-token", proof.body(for: server)) }
        switch self {
        case .password(let credential): return ("email", try credential.appwriteRequest)
        case .anonymous: return ("anonymous", [:])
        case .oneTimeToken(let uid, let secret):
            return ("token", ["userId": .string(uid), "secret": .string(secret.exposed)])
        case .code(let code, let sent, let role):
            guard role == nil else { throw AuthError(.roleMismatch, "Appwrite accounts have no role") }
            guard let uid = sent.handle else { throw AuthError(.invalidRequest, "this server did not send the code") }
            return ("token", ["userId": .string(uid), "secret": .string(code.typedCode.exposed)])
        default: throw AuthError(.invalidRequest, "Appwrite does not accept this kind of credential")
        }
    }

    /// The ID token of an Apple or Google credential; nil for other kinds. Throws `roleMismatch` if the credential has
    /// a role.
    var idTokenProof: IDTokenProof? {
        get throws(AuthError) {
            let proof: IDTokenProof
            switch self {
            case .apple(let idToken, let nonce, let role, let code, let name):
                proof = IDTokenProof(
                    provider: "apple", idToken: idToken, nonce: nonce, code: code, name: name, role: role)
            case .google(let idToken, let nonce, let role):
                proof = IDTokenProof(provider: "google", idToken: idToken, nonce: nonce, role: role)
            default: return nil
            }
            guard proof.role == nil else { throw AuthError(.roleMismatch, "Appwrite accounts have no role") }
            return proof
        }
    }
}

/// A provider's ID token in Appwrite's form. Apple's authorization code is sent only to Sesame, because Appwrite does
/// not accept it.
struct IDTokenProof: Sendable {
    let provider: String
    let idToken: Secret
    let nonce: Nonce?
    var code: Secret?
    var name: PersonName?
    let role: String?

    func body(for server: AppwriteServer) -> JSONObject {
        var body: JSONObject = ["provider": .string(provider), "idToken": .string(idToken.exposed)]
        body["nonce"] = nonce.map { .string($0.value.exposed) }
        if server == .sesame { body["authorizationCode"] = code.map { .string($0.exposed) } }
        let words = [name?.givenName, name?.familyName].compactMap(\.self).filter { !$0.isEmpty }
        if !words.isEmpty { body["name"] = .string(words.joined(separator: " ")) }
        return body
    }
}
