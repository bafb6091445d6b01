import Foundation
import Sesame
import SesameCore
import SesameWire

/// A provider's token in the form of `accounts:signInWithIdp`
/// (https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp).
struct IdpCredential {
    /// Firebase's name of the provider, for example `google.com`.
    let provider: String
    private let idToken: Secret
    private let nonce: Secret?
    /// The pending token that Firebase issues if a credential belongs to another account. It is sent in place of the ID
    /// token.
    private var pendingToken: Secret?
    private var name: PersonName?

    /// Creates the credential for Firebase; returns nil if the given one is not a provider's token. Throws
    /// `invalidRequest` if it has a role, because Firebase has no roles.
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

    /// The body of `accounts:signInWithIdp`, with the pending token if there is one, otherwise with the ID token.
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

    /// Returns true if an entry of the account's `providerUserInfo` is the identity of this credential.
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
        .invalidRequest, "Firebase has no roles and cannot enforce this one; leave the role out")
    static let noFields = AuthError(
        .invalidRequest, "Firebase stores no profile fields with an account; save them in the user's document")
}

// MARK: Tickets

extension IdpCredential {
    /// Returns the credential as a ticket, for the user's decision about a conflict. Firebase stores no conflicts, so
    /// the ticket contains the credential itself, and stays in the app's memory.
    func ticket(pending: Secret?) -> Secret {
        var json: JSONObject = ["provider": .string(provider), "idToken": .string(idToken.exposed)]
        json["nonce"] = nonce.map { .string($0.exposed) }
        json["pendingToken"] = pending.map { .string($0.exposed) }
        return Secret(String(decoding: json.serialized(), as: UTF8.self))
    }

    /// Parses a ticket; returns nil if the ticket was not created by ``ticket(pending:)``.
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
