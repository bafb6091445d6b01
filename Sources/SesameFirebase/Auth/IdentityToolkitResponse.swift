import Foundation
import Sesame
import SesameCore

/// The tokens in Identity Toolkit's response to a sign-in, a link or a refresh, with the user's id.
struct IdentityToolkitResponse {
    let uid: String
    let idToken: Secret
    let refreshToken: Secret
    let expiresIn: TimeInterval
    let isNewUser: Bool

    /// Parses the response of a method of `accounts`; returns nil if a token, a valid lifetime or the uid is missing.
    init?(account json: JSONObject) {
        self.init(
            json, uid: "localId", idToken: "idToken", refreshToken: "refreshToken", expiresIn: "expiresIn")
    }

    /// Parses the response of `v1/token`, whose member names are in snake case, such as `id_token`; returns nil if a
    /// token, a valid lifetime or the uid is missing.
    init?(token json: JSONObject) {
        self.init(
            json, uid: "user_id", idToken: "id_token", refreshToken: "refresh_token", expiresIn: "expires_in")
    }

    private init?(_ json: JSONObject, uid: String, idToken: String, refreshToken: String, expiresIn: String) {
        func text(_ name: String) -> String? { json[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        guard let id = text(idToken), let refresh = text(refreshToken) else { return nil }
        // Responses about second factors contain only the tokens.
        let claims = UnverifiedClaims(Secret(id))
        // 64-bit numbers are strings in Google's JSON; other servers may send numbers.
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

extension IdentityToolkitResponse {
    /// Returns a session with the response's tokens. Firebase has no sessions, so the device gives each sign-in its own
    /// id.
    func session(id: String? = nil, of user: UserAuthInfo, at now: Date) -> Session {
        Session(
            id: id ?? RandomText.make(bytes: 16), user: user, accessToken: idToken, refreshToken: refreshToken,
            receivedAt: now, expiresAt: now.addingTimeInterval(expiresIn))
    }
}
