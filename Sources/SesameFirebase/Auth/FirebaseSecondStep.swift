import Foundation
import Sesame
import SesameCore
import SesameWire

/// A Firebase sign-in that waits for an authenticator app.
///
/// Firebase requires the factor's id with the pending credential, so the ticket contains both. It stays in the app's
/// memory.
struct FirebaseSecondStep {
    /// Google's undocumented timeout for the second step of a sign-in, and for the first code that enrolls an
    /// authenticator app.
    static let wait = Duration.seconds(300)

    /// The pending credential, which Firebase returns instead of tokens.
    let credential: Secret
    /// The user's uid; nil if Firebase did not return it.
    let uid: String?
    /// Firebase's name for the sign-in method of the first factor.
    let provider: String
    /// The `mfaEnrollmentId` of the account's authenticator app.
    let factor: String

    /// Parses a ticket; returns nil if the ticket was not created by ``error(_:)``.
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

    /// Parses the ticket of a second factor; returns nil if there is none, or if the ticket was not created by
    /// ``error(_:)``.
    init?(_ proof: SecondFactorProof) {
        guard let ticket = proof.ticket else { return nil }
        self.init(ticket: ticket)
    }

    /// Returns the error of a response that requires a second factor: `secondFactorRequired` with a challenge, or
    /// `providerRequired` if this back end cannot verify the account's factors. Returns nil if the response requires
    /// none.
    static func error(_ answer: JSONObject) -> AuthError? {
        guard let credential = answer["mfaPendingCredential"]?.string else { return nil }
        guard let app = SecondFactorInfo.all(of: answer).first(where: { $0.kind == .authenticator }) else {
            return AuthError(.providerRequired, "the account requires a second factor that this back end cannot verify")
        }
        var json: JSONObject = [
            "credential": .string(credential), "provider": .string(answer["providerId"]?.string ?? "password"),
            "factor": .string(app.id),
        ]
        json["uid"] = answer["localId"]
        var error = AuthError(.secondFactorRequired, "the account requires a second factor")
        error.secondFactor = SecondFactorChallenge(
            ticket: Secret(String(decoding: json.serialized(), as: UTF8.self)), expiresIn: wait, factors: [app],
            hasRecoveryCodes: false)
        return error
    }
}
