import Foundation
import Sesame
import SesameCore
import SesameWire

/// A provider's token as `accounts:signInWithIdp` takes it
/// (https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp).
struct ProviderProof {
    /// Firebase's name of the provider.
    let provider: String
    private let idToken: Secret
    private let nonce: Secret?
    /// The token that Firebase keeps when a credential met another account, good in the credential's place.
    private var pendingToken: Secret?
    private var name: PersonName?

    /// The proof in a credential; nil when it is none of a provider. Throws where it asks for what Firebase has not.
    init?(_ credential: AuthCredential) throws(AuthError) {
        let role: String?
        switch credential {
        case .google(let idToken, let nonce, let wanted):
            (provider, self.idToken, self.nonce, role) = ("google.com", idToken, nonce?.value, wanted)
        case .apple(let idToken, let nonce, let wanted, _, let name):
            (provider, self.idToken, self.nonce, role) = ("apple.com", idToken, nonce.value, wanted)
            self.name = name
        default: return nil
        }
        guard role == nil else { throw .noRoles }
    }

    /// The members of the request that say who somebody is.
    var request: JSONObject {
        var json: JSONObject = ["requestUri": "http://localhost", "returnSecureToken": true]
        if let pendingToken {
            json["pendingToken"] = .string(pendingToken.exposed)
            json["postBody"] = .string(FormEncoding.encode([("providerId", provider)]))
        } else {
            json["postBody"] = .string(postBody)
        }
        return json
    }

    /// Returns true if that identity, as an account's owner sees it, is the one of this proof.
    func isOf(_ identity: JSONValue) -> Bool {
        guard let subject = UnverifiedClaims(idToken)?["sub"], let id = identity["rawId"]?.string else { return false }
        return identity["providerId"]?.string?.hasSameBytes(as: provider) == true && id.hasSameBytes(as: subject)
    }

    private var postBody: String {
        var fields = [(name: "id_token", value: idToken.exposed), ("providerId", provider)]
        if let nonce { fields.append(("nonce", nonce.exposed)) }
        if let name {
            var parts: JSONObject = [:]
            parts["firstName"] = name.givenName.map { .string($0) }
            parts["lastName"] = name.familyName.map { .string($0) }
            let user: JSONObject = ["name": .object(parts)]
            fields.append(("user", String(decoding: user.serialized(), as: UTF8.self)))
        }
        return FormEncoding.encode(fields)
    }
}

extension AuthError {
    static let noRoles = AuthError(
        .invalidRequest, "Firebase knows no roles: nobody would hold the person to this one")
    static let noFields = AuthError(
        .invalidRequest, "Firebase keeps no fields with an account: save them in the document")
}

// MARK: Tickets

extension ProviderProof {
    /// The proof as a ticket, for the person to decide what becomes of it. Firebase keeps nothing of a conflict, so the
    /// ticket is the proof itself; it stays in the app's memory, like the credential did.
    func ticket(pending: Secret?) -> Secret {
        var json: JSONObject = ["provider": .string(provider), "idToken": .string(idToken.exposed)]
        json["nonce"] = nonce.map { .string($0.exposed) }
        json["pendingToken"] = pending.map { .string($0.exposed) }
        return Secret(String(decoding: json.serialized(), as: UTF8.self))
    }

    /// Reads a ticket; nil when it is none of ours.
    init?(ticket: Secret) {
        guard let json = (try? JSONValue(parsing: Array(ticket.exposed.utf8)))?.object,
            let provider = json["provider"]?.string, let idToken = json["idToken"]?.string
        else { return nil }
        self.provider = provider
        self.idToken = Secret(idToken)
        nonce = json["nonce"]?.string.map { Secret($0) }
        pendingToken = json["pendingToken"]?.string.map { Secret($0) }
    }
}
