import Foundation
import SesameAccounts
import SesameCore

/// An account in Appwrite's model. It never contains the password hash.
struct AppwriteUserModel {
    let account: Account
    let view: AccountRecord
    let details: AccountMetadata
    /// The claims that the app exposes.
    let claims: IdentityClaims

    init(_ detailed: AccountWithMetadata, in app: App) {
        account = detailed.view.account
        view = detailed.view
        details = detailed.details
        claims = app.claims(of: detailed.view)
    }

    /// The display name that the user or the app has set, else the name in the claims; empty if there is none.
    var name: String { details.displayName ?? claims.nameToShow ?? "" }
    var email: String { claims.email ?? "" }
    var phone: String { view.login(.phone)?.name ?? "" }
    var isPhoneVerified: Bool { view.login(.phone)?.isVerified ?? false }
    /// The time of the last password change; nil if the account has no password.
    var passwordUpdate: Date? { view.logins.lazy.compactMap(\.passwordChangedAt).first }

    func json(_ targets: [AppwriteTarget]) -> JSONObject {
        let created = JSONValue.string(AppwriteTime.text(account.createdAt))
        let used = JSONValue.string(AppwriteTime.text(account.lastSignInAt))
        var json: JSONObject = [
            "$id": .string(account.id.description), "$createdAt": created, "$updatedAt": used, "name": .string(name),
            "registration": created, "status": .bool(account.disabledAt == nil),
            "labels": .array(details.labels.map(JSONValue.string)),
            "passwordUpdate": .string(AppwriteTime.text(passwordUpdate)),
            "email": .string(email), "phone": .string(phone), "emailVerification": .bool(claims.emailVerified),
            "phoneVerification": .bool(isPhoneVerified), "mfa": .bool(!view.factors.isEmpty), "impersonator": false,
            "prefs": .object(details.preferences),
            "targets": .array(targets.map { .object($0.json) }), "accessedAt": used,
        ]
        for member in AppwriteEmail.json(of: email).members { json[member.name] = member.value }
        return json
    }
}
