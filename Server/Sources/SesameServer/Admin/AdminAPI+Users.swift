import Foundation
import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AdminAPI {
    /// Lists the server's apps.
    static let appList = "/admin/v1/apps"
    /// Lists an app's accounts.
    static let users = "/admin/v1/apps/{app}/users"
    /// Shows and deletes one.
    static let user = "/admin/v1/apps/{app}/users/{uid}"

    var appRoutes: [Route] {
        [
            Route(.GET, Self.appList, takes: .credential) { request, _ in
                await answer(request, nil) { caller throws(Refusal) in
                    let visible = apps.apps.values.filter { caller.key.apps?.contains($0.id) != false }
                    let bodies = visible.sorted { $0.id.description < $1.id.description }.map(\.adminBody)
                    return .json(JSONValue.object(["apps": .array(bodies)]).serialized())
                }
            }
        ]
    }

    var userRoutes: [Route] {
        [
            Route(.GET, Self.users, takes: .credential) { request, path in await listUsers(request, path) },
            Route(.GET, Self.user, takes: .credential) { request, path in await showUser(request, path) },
        ]
    }

    private func listUsers(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, .usersRead) { _, app throws(Refusal) in
            let names = ["provider", "email", "disabled", "createdSince", "createdUntil", "cursor", "limit"]
            let query = try ListQuery(request, allowing: names)
            let method = try query.text("provider").map { name throws(Refusal) in
                guard let method = SignInMethod(rawValue: name) else { throw ListQuery.invalid("provider") }
                return method
            }
            let page = try await accounts.directory.accounts(
                matching: AccountQuery(
                    app: app.id, method: method, email: try query.address("email"),
                    isDisabled: try query.bool("disabled"), createdSince: try query.date("createdSince"),
                    createdUntil: try query.date("createdUntil"),
                    after: try query.account("cursor"), limit: try query.limit()))
            var json: JSONObject = ["users": .array(page.accounts.map { .object($0.adminJSON(in: apps)) })]
            json["next"] = page.next.map { .string($0.description) }
            return .json(JSONValue.object(json).serialized())
        }
    }

    private func showUser(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, .usersRead) { _, app throws(Refusal) in
            .json(try await accounts.directory.account(path.uid, in: app.id).adminBody(in: apps))
        }
    }
}

extension PathParameters {
    /// The account that a path names.
    var uid: AccountID { AccountID(self["uid"] ?? "") }
}

extension AccountView {
    /// The account as the operator sees it: as its person does, with the kinds of its second factors, and
    /// whether it is open.
    func adminJSON(in apps: AppDirectory) -> JSONObject {
        var json = UserBody(self, claims: apps.claims(of: self)).json
        json["isDisabled"] = .bool(account.disabledAt != nil)
        json["secondFactors"] = .array(factors.map { .string($0.kind.rawValue) })
        json["disabledTime"] = account.disabledAt.map { .integer($0.secondsSince1970) }
        return json
    }

    func adminBody(in apps: AppDirectory) -> [UInt8] { JSONValue.object(adminJSON(in: apps)).serialized() }
}

extension App {
    /// What there is to say of an app's configuration.
    fileprivate var adminBody: JSONValue {
        [
            "id": .string(id.description),
            "providers": .array(providers.keys.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowsAnonymous": .bool(allowsAnonymous), "signUp": .string(signUp.rawValue),
            "roles": .array(roles.map(JSONValue.string)),
        ]
    }
}
