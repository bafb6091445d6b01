import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

struct AdminAppRoutes: Sendable {
    /// `GET`: returns all apps that the key may see.
    static let apps = "/admin/v1/apps"

    let door: AdminAuthenticator

    var routes: [Route] { [door.route(.GET, Self.apps, for: nil, list)] }

    private func list(_ call: AdminCall) async throws(AccountError) -> HTTPResponse {
        let visible = door.apps.apps.values.filter { call.caller.key.apps?.contains($0.id) != false }
        let bodies = visible.sorted { $0.id.description < $1.id.description }.map(\.adminBody)
        return .json(JSONValue.object(["apps": .array(bodies)]).serialized())
    }
}

extension App {
    /// The part of the app's configuration that the admin API returns.
    fileprivate var adminBody: JSONValue {
        [
            "id": .string(id.description),
            "providers": .array(providers.keys.map(\.rawValue).sorted().map(JSONValue.string)),
            "allowsAnonymous": .bool(allowsAnonymous), "signUp": .string(signUp.rawValue),
            "roles": .array(roles.map(JSONValue.string)),
        ]
    }
}
