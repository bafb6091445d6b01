import Foundation
import SesameAccounts
import SesameCore
import SesameWire

/// An account in Firebase's format.
struct FirebaseUserInfo {
    let view: AccountRecord
    let details: AccountMetadata
    let tenant: String?

    init(_ account: AccountWithMetadata, of app: App) {
        view = account.view
        details = account.details
        tenant = app.firebase?.tenant
    }

    init(_ caller: FirebaseCaller) {
        view = caller.view
        details = caller.details
        tenant = caller.caller.app.firebase?.tenant
    }

    /// The placeholder for a password hash, which shows that there is a password.
    private static let hiddenHash = Data("REDACTED".utf8).base64EncodedString()

    var displayName: String? { details.displayName ?? view.claims.nameToShow }
    var photoURL: String? { details.photoURL ?? view.claims.photoURL }

    var json: JSONObject {
        let (account, claims) = (view.account, view.claims)
        var json: JSONObject = ["localId": .string(account.id.description)]
        json["email"] = claims.email.map { .string($0) }
        if claims.email != nil { json["emailVerified"] = .bool(claims.emailVerified) }
        json["displayName"] = displayName.map { .string($0) }
        json["photoUrl"] = photoURL.map { .string($0) }
        json["phoneNumber"] = view.login(.phone).map { .string($0.name) }
        json["providerUserInfo"] = .array(providers)
        if !view.factors.isEmpty { json["mfaInfo"] = .array(view.factors.map { .object(Self.json($0)) }) }
        if let login = view.login(.email), login.password != nil {
            json["passwordHash"] = .string(Self.hiddenHash)
            json["passwordUpdatedAt"] = .integer((login.passwordChangedAt ?? login.createdAt).millisecondsSince1970)
        }
        if account.disabledAt != nil { json["disabled"] = true }
        json["tenantId"] = tenant.map { .string($0) }
        if view.login(.custom) != nil { json["customAuth"] = true }
        if !details.claims.isEmpty {
            json["customAttributes"] = .string(String(decoding: details.claims.serialized(), as: UTF8.self))
        }
        json["createdAt"] = .string(String(account.createdAt.millisecondsSince1970))
        json["lastLoginAt"] = .string(String(account.lastSignInAt.millisecondsSince1970))
        json["lastRefreshAt"] = .string(account.lastSignInAt.formatted(.iso8601))
        json["validSince"] = .string(String((details.tokensValidAfter ?? account.createdAt).secondsSince1970))
        return json
    }

    /// The account's sign-in methods in Firebase's format, without a custom id.
    var providers: [JSONValue] {
        view.identities.map { .object(json($0)) } + view.logins.compactMap { json($0).map(JSONValue.object) }
    }

    private func json(_ identity: Identity) -> JSONObject {
        var json: JSONObject = [
            "providerId": .string(identity.provider.firebaseName), "rawId": .string(identity.subject),
            "federatedId": .string(identity.subject),
        ]
        json["email"] = identity.claims.email.map { .string($0) }
        json["displayName"] = identity.claims.nameToShow.map { .string($0) }
        json["photoUrl"] = identity.claims.photoURL.map { .string($0) }
        return json
    }

    private func json(_ login: LocalCredential) -> JSONObject? {
        let name = JSONValue.string(login.name)
        switch login.kind {
        case .custom: return nil
        case .phone: return ["providerId": "phone", "rawId": name, "phoneNumber": name]
        case .email:
            var json: JSONObject = ["providerId": "password", "rawId": name, "federatedId": name, "email": name]
            json["displayName"] = displayName.map { .string($0) }
            json["photoUrl"] = photoURL.map { .string($0) }
            return json
        }
    }
}
