import Foundation
import Sesame
import SesameCore
import SesameWire

/// A sign-in at Firebase that waits for its second factor.
///
/// Firebase wants the factor's id beside the pending credential, so both are in the ticket, which stays in the app's memory.
struct FirebaseSecondStep {
    /// The pending credential, Firebase's answer in place of the tokens.
    let credential: Secret
    /// The person's uid, where Firebase has said it.
    let uid: String?
    /// Firebase's name of the way that the first proof was of.
    let provider: String
    /// The authenticator apps of which one is to be shown.
    let factors: [SecondFactorInfo]

    /// Reads the answer to a first proof; nil where nothing waits.
    init?(_ json: JSONObject) {
        guard let credential = json["mfaPendingCredential"]?.string else { return nil }
        self.credential = Secret(credential)
        uid = json["localId"]?.string
        provider = json["providerId"]?.string ?? "password"
        factors = SecondFactorInfo.all(of: json).filter { $0.kind == .authenticator }
    }

    /// Reads a ticket; nil when it is none of ours.
    init?(ticket: Secret) {
        guard let json = (try? JSONValue(parsing: Array(ticket.exposed.utf8)))?.object,
            let credential = json["credential"]?.string, let provider = json["provider"]?.string
        else { return nil }
        self.credential = Secret(credential)
        uid = json["uid"]?.string
        self.provider = provider
        factors = (json["factors"]?.array ?? []).compactMap(\.string).map { .init(id: $0, kind: .authenticator) }
    }

    /// Reads the ticket of what is shown.
    init?(_ proof: SecondFactorProof) {
        guard let ticket = proof.ticket else { return nil }
        self.init(ticket: ticket)
    }

    /// The error that leads the person on from the first proof.
    var error: AuthError {
        guard !factors.isEmpty else {
            return AuthError(.providerRequired, "the account asks for a second factor, which this back end cannot show")
        }
        var json: JSONObject = [
            "credential": .string(credential.exposed), "provider": .string(provider),
            "factors": .array(factors.map { .string($0.id) }),
        ]
        json["uid"] = uid.map { .string($0) }
        var error = AuthError(.secondFactorRequired, "the account asks for a second factor")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(String(decoding: json.serialized(), as: UTF8.self)), expiresIn: Self.wait, factors: factors,
            hasRecoveryCodes: false)
        return error
    }

    /// The time that a Sesame server gives. Firebase does not say its own.
    private static let wait = Duration.seconds(600)
}
