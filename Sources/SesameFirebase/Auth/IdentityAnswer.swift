import Foundation
import Sesame
import SesameCore

/// The tokens that Identity Toolkit answers a sign-in, a link or a refresh with, and whose they are.
struct IdentityAnswer {
    let uid: String
    let idToken: Secret
    let refreshToken: Secret
    let expiresIn: TimeInterval
    let isNewUser: Bool

    /// Reads the answer of a method of `accounts`; nil when there are no tokens in it.
    init?(account json: JSONObject) {
        self.init(
            json, uid: "localId", idToken: "idToken", refreshToken: "refreshToken", expiresIn: "expiresIn")
    }

    /// Reads the answer of `v1/token`, whose members are spelled as OAuth does; nil when there are no tokens in it.
    init?(token json: JSONObject) {
        self.init(
            json, uid: "user_id", idToken: "id_token", refreshToken: "refresh_token", expiresIn: "expires_in")
    }

    private init?(_ json: JSONObject, uid: String, idToken: String, refreshToken: String, expiresIn: String) {
        func text(_ name: String) -> String? { json[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        guard let id = text(idToken), let refresh = text(refreshToken) else { return nil }
        // Answers about second factors are the tokens alone.
        let claims = UnverifiedClaims(Secret(id))
        // Numbers of 64 bits are texts in Google's JSON; a server may send them as they are.
        guard let seconds = text(expiresIn).flatMap({ Int64($0) }) ?? json[expiresIn]?.integer ?? claims?.lifetime,
            (1...86_400).contains(seconds), let user = text(uid) ?? claims?["sub"]
        else { return nil }
        self.uid = user
        self.idToken = Secret(id)
        self.refreshToken = Secret(refresh)
        self.expiresIn = TimeInterval(seconds)
        isNewUser = json["isNewUser"]?.bool ?? false
    }
}

extension IdentityAnswer {
    /// A session with these tokens. Firebase has no sessions, so the device gives each sign-in an id of its own.
    func session(id: String? = nil, of user: UserAuthInfo, at now: Date) -> Session {
        Session(
            id: id ?? RandomText.make(bytes: 16), user: user, accessToken: idToken, refreshToken: refreshToken,
            receivedAt: now, expiresAt: now.addingTimeInterval(expiresIn))
    }
}
