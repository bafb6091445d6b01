import SesameAccounts
import SesameCore

/// An account as Appwrite's clients read it. How its password is kept is told to nobody.
struct AppwriteUser {
    let view: AccountView
    /// What the app tells of the person.
    let claims: IdentityClaims
    let targets: [AppwriteTarget]

    var json: JSONObject {
        let account = view.account
        let created = JSONValue.string(AppwriteTime.text(account.createdAt))
        return [
            "$id": .string(account.id.description), "$createdAt": created,
            "$updatedAt": .string(AppwriteTime.text(account.lastSignInAt)), "name": .string(claims.nameToShow ?? ""),
            "registration": created, "status": .bool(account.disabledAt == nil), "labels": [], "passwordUpdate": "",
            "email": .string(claims.email ?? ""), "phone": "", "emailVerification": .bool(claims.emailVerified),
            "phoneVerification": false, "mfa": false, "prefs": [:],
            "targets": .array(targets.map { .object($0.json) }),
            "accessedAt": .string(AppwriteTime.text(account.lastSignInAt)),
        ]
    }
}

extension AppwriteAPI {
    /// The model of an account.
    func user(_ view: AccountView, in app: App) async throws -> JSONObject {
        AppwriteUser(view: view, claims: app.claims(of: view), targets: try await targets(of: view, in: app)).json
    }
}
