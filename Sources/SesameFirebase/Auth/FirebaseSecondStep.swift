import Foundation
import Sesame
import SesameCore
import SesameWire

/// A sign-in at Firebase that waits for an authenticator app.
///
/// Firebase wants the factor's id beside the pending credential, so both are in the ticket, which stays in the app's memory.
struct FirebaseSecondStep {
    /// The time that Google gives for it, and for the first code of an app. It is documented nowhere.
    static let wait = Duration.seconds(300)

    /// The pending credential, Firebase's answer in place of the tokens.
    let credential: Secret
    /// The person's uid, where Firebase has said it.
    let uid: String?
    /// Firebase's name of the way that the first proof was of.
    let provider: String
    /// The app's id.
    let factor: String

    /// Reads a ticket; nil when it is none of ours.
    init?(ticket: Secret) {
        guard let json = (try? JSONValue(parsing: Array(ticket.exposed.utf8)))?.object,
            let credential = json["credential"]?.string, let provider = json["provider"]?.string,
            let factor = json["factor"]?.string
        else { return nil }
        self.credential = Secret(credential)
        uid = json["uid"]?.string
        self.provider = provider
        self.factor = factor
    }

    /// Reads the ticket of what is shown.
    init?(_ proof: SecondFactorProof) {
        guard let ticket = proof.ticket else { return nil }
        self.init(ticket: ticket)
    }

    /// The error that leads the person on from the first proof, by that answer to it; nil where nothing waits.
    static func error(_ answer: JSONObject) -> AuthError? {
        guard let credential = answer["mfaPendingCredential"]?.string else { return nil }
        guard let app = SecondFactorInfo.all(of: answer).first(where: { $0.kind == .authenticator }) else {
            return AuthError(.providerRequired, "the account asks for a second factor, which this back end cannot show")
        }
        var json: JSONObject = [
            "credential": .string(credential), "provider": .string(answer["providerId"]?.string ?? "password"),
            "factor": .string(app.id),
        ]
        json["uid"] = answer["localId"]
        var error = AuthError(.secondFactorRequired, "the account asks for a second factor")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(String(decoding: json.serialized(), as: UTF8.self)), expiresIn: wait, factors: [app],
            hasRecoveryCodes: false)
        return error
    }
}
