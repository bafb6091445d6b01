import Foundation
import SesameAccounts
import SesameCore

/// An account as the dialect's answers show it.
struct FirebaseUser {
    let view: AccountView

    var json: JSONObject {
        let (account, claims) = (view.account, view.claims)
        var json: JSONObject = ["localId": .string(account.id.description)]
        json["email"] = claims.email.map { .string($0) }
        if claims.email != nil { json["emailVerified"] = .bool(claims.emailVerified) }
        json["displayName"] = claims.nameToShow.map { .string($0) }
        json["photoUrl"] = claims.photoURL.map { .string($0) }
        json["providerUserInfo"] = .array(view.identities.map { .object(Self.json($0)) })
        if account.disabledAt != nil { json["disabled"] = true }
        json["createdAt"] = .string(String(account.createdAt.millisecondsSince1970))
        json["lastLoginAt"] = .string(String(account.lastSignInAt.millisecondsSince1970))
        json["lastRefreshAt"] = .string(account.lastSignInAt.formatted(.iso8601))
        json["validSince"] = .string(String(account.createdAt.secondsSince1970))
        return json
    }

    private static func json(_ identity: Identity) -> JSONObject {
        var json: JSONObject = [
            "providerId": .string(identity.provider.firebaseName), "rawId": .string(identity.subject),
            "federatedId": .string(identity.subject),
        ]
        json["email"] = identity.claims.email.map { .string($0) }
        json["displayName"] = identity.claims.nameToShow.map { .string($0) }
        json["photoUrl"] = identity.claims.photoURL.map { .string($0) }
        return json
    }
}
