import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The app's people, for its back end, which has a key.
extension AppwriteAPI {
    var userRoutes: [Route] {
        [
            route(.GET, "/v1/users", listUsers),
            route(.GET, "/v1/users/{user}") { call in
                _ = try call.server(.readUsers)
                return .appwrite(try await user(uid(call), in: call.app))
            },
            route(.DELETE, "/v1/users/{user}") { call in
                _ = try call.server(.writeUsers)
                _ = try await accounts.delete(uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            route(.PATCH, "/v1/users/{user}/status", setStatus),
            route(.GET, "/v1/users/{user}/logs", listUserLogs),
            route(.GET, "/v1/users/{user}/memberships") { call in
                _ = try call.server(.readUsers)
                _ = try await accounts.account(uid(call), in: call.app.id)
                return .appwrite("memberships", [])
            },
        ]
    }

    /// The account that a path names.
    func uid(_ call: AppwriteCall) -> AccountID { AccountID(call["user"]) }

    private func listUsers(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let listing = try AppwriteUserListing(call.request)
        let page = try await accounts.page(listing, of: call.app)
        var users: [JSONObject] = []
        for user in page.users { users.append(user.json(try await targets(of: user.view, in: call.app))) }
        return .appwrite("users", users, total: page.total)
    }

    /// Closes an account or opens it again.
    private func setStatus(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.writeUsers)
        let isOpen = try AppwriteBody(call, "status").bool("status")
        let (id, app) = (uid(call), call.app.id)
        let view =
            isOpen
            ? try await accounts.enable(id, in: app, context: call.context)
            : try await accounts.disable(id, in: app, context: call.context)
        return .appwrite(try await user(view.account.id, in: call.app))
    }

    private func listUserLogs(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let claims = call.app.claims(of: try await accounts.account(uid(call), in: call.app.id))
        let events = try await accounts.latestEvents(of: uid(call), in: call.app.id)
        return .appwrite(
            "logs", queries.page(of: events).map { $0.appwriteJSON(claims) }, total: queries.total(events.count))
    }
}
