import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The admin routes that list and show accounts.
struct AdminUserRoutes: Sendable {
    /// `GET`: returns an app's accounts.
    static let users = "/admin/v1/apps/{app}/users"
    /// `GET`: returns an account; `DELETE`: deletes it.
    static let user = "/admin/v1/apps/{app}/users/{uid}"

    let directory: AccountDirectory
    let door: AdminAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, Self.users, for: .usersRead, listUsers),
            door.route(.GET, Self.user, for: .usersRead, showUser),
        ]
    }

    private func listUsers(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        let names = ["provider", "email", "disabled", "createdSince", "createdUntil", "cursor", "limit"]
        let query = try ListQuery(call.request, allowing: names)
        let method = try query.text("provider").map { name throws(AccountError) in
            guard let method = door.apps.providers.method(named: name) else {
                throw ListQuery.invalid("provider")
            }
            return method
        }
        let page = try await directory.accounts(
            matching: AccountQuery(
                app: app.id, method: method, email: try query.address("email"),
                isDisabled: try query.bool("disabled"), createdSince: try query.date("createdSince"),
                createdUntil: try query.date("createdUntil"),
                after: try query.account("cursor"), limit: try query.limit()))
        var json: JSONObject = ["users": .array(page.accounts.map { .object($0.adminJSON(in: door.apps)) })]
        json["next"] = page.next.map { .string($0.description) }
        return .json(JSONValue.object(json).serialized())
    }

    private func showUser(_ call: AdminCall, _ app: App) async throws(AccountError) -> HTTPResponse {
        .json(try await directory.account(call.path.uid, in: app.id).adminBody(in: door.apps))
    }
}

extension PathParameters {
    /// The account id from `{uid}` in the path; empty if the pattern has no `{uid}`.
    var uid: AccountID { AccountID(self["uid"] ?? "") }
}

extension AccountRecord {
    /// Returns the account as JSON for the admin API: the members that the user sees, plus the types of the second
    /// factors and the disabled state.
    func adminJSON(in apps: AppDirectory) -> JSONObject {
        var json = UserBody(self, claims: apps.claims(of: self)).json
        json["isDisabled"] = .bool(account.disabledAt != nil)
        json["secondFactors"] = .array(factors.map { .string($0.kind.rawValue) })
        json["disabledTime"] = account.disabledAt.map { .integer($0.secondsSince1970) }
        return json
    }

    func adminBody(in apps: AppDirectory) -> [UInt8] { JSONValue.object(adminJSON(in: apps)).serialized() }
}
