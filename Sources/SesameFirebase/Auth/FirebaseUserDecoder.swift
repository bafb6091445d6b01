import Foundation
import Sesame
import SesameCore
import SesameWire

/// A converter from Firebase's account data to ``UserAuthInfo``.
enum FirebaseUserDecoder {
    /// Returns the user in a response of `accounts:lookup`; nil if the response has no uid.
    static func info(_ json: JSONObject) -> UserAuthInfo? {
        guard let uid = json["localId"]?.string, !uid.isEmpty else { return nil }
        let providers = (json["providerUserInfo"]?.array ?? []).compactMap { $0["providerId"]?.string }
        let isAnonymous =
            providers.isEmpty && json["email"] == nil && json["phoneNumber"] == nil && json["customAuth"]?.bool != true
        return UserAuthInfo(
            uid: uid, email: text(json["email"]), isAnonymous: isAnonymous, creationDate: date(json["createdAt"]),
            lastSignInDate: date(json["lastLoginAt"]), displayName: text(json["displayName"]),
            photoURL: text(json["photoUrl"]).flatMap { URL(string: $0) }, providers: providers.map(name))
    }

    /// Returns the user from the ID token's claims, if the lookup has failed. The signature is not verified, because
    /// the token comes directly from Firebase.
    static func info(_ answer: IdentityToolkitResponse, provider: String?) -> UserAuthInfo {
        let claims = UnverifiedClaims(answer.idToken)
        let email = claims?["email"]
        let isAnonymous = provider == nil && claims?["provider_id"] == "anonymous"
        return UserAuthInfo(
            uid: answer.uid, email: email, isAnonymous: isAnonymous, displayName: claims?["name"],
            photoURL: claims?["picture"].flatMap { URL(string: $0) }, providers: provider.map { [name($0)] } ?? [])
    }

    /// Returns Sesame's name for a provider; unknown providers keep their name.
    static func name(_ provider: String) -> String {
        LinkedMethod.allCases.first { $0.firebaseProvider.hasSameBytes(as: provider) }?.rawValue ?? provider
    }

    private static func text(_ json: JSONValue?) -> String? {
        json?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Converts milliseconds since 1970, as a string or a number, to a date.
    private static func date(_ json: JSONValue?) -> Date? {
        guard let milliseconds = json?.string.flatMap({ Int64($0) }) ?? json?.integer else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000)
    }
}

extension LinkedMethod {
    /// Firebase's id of the sign-in method, for example `google.com`.
    var firebaseProvider: String {
        switch self {
        case .apple: "apple.com"
        case .google: "google.com"
        case .password: "password"
        }
    }
}
