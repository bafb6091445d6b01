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
                _ = try await accounts.deletion.delete(uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            route(.PATCH, "/v1/users/{user}/status", setStatus),
            route(.GET, "/v1/users/{user}/logs", listUserLogs),
            route(.PATCH, "/v1/users/{user}/impersonator", setImpersonator),
            route(.GET, "/v1/users/{user}/memberships", listUserMemberships),
        ]
    }

    /// The account that a path names.
    func uid(_ call: AppwriteCall) -> AccountID { AccountID(call["user"]) }

    private func listUsers(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let listing = try AppwriteUserListing(call.request)
        let page = try await accounts.directory.page(listing, of: call.app)
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
            ? try await accounts.operators.enable(id, in: app, context: call.context)
            : try await accounts.operators.disable(id, in: app, context: call.context)
        return .appwrite(try await user(view.account.id, in: call.app))
    }

    /// Nobody signs in as somebody else in a session of their own; a back end begins one in the person's name.
    private func setImpersonator(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.writeUsers)
        let isOne = try AppwriteBody(call, "impersonator").bool("impersonator")
        let model = try await user(uid(call), in: call.app)
        if isOne {
            throw AppwriteProblem.argument(
                "impersonator", "Nobody acts as somebody else here: a server with a key begins a session for that.")
        }
        return .appwrite(model)
    }

    /// There are no teams: nobody is a member of one.
    private func listUserMemberships(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        let schema: AppwriteSchema = [
            "$id": .text, "$createdAt": .time, "$updatedAt": .time, "userId": .text, "teamId": .text, "invited": .time,
            "joined": .time, "confirm": .flag, "roles": .texts,
        ]
        _ = try await accounts.directory.account(uid(call), in: call.app.id)
        _ = try queries.page(of: [AppwriteUser](), schema) { $0.values($1) }
        return .appwrite("memberships", [])
    }

    private func listUserLogs(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let claims = call.app.claims(of: try await accounts.directory.account(uid(call), in: call.app.id))
        let events = try await accounts.events.latestEvents(of: uid(call), in: call.app.id)
        return .appwrite(
            "logs", queries.page(of: events).map { $0.appwriteJSON(claims) }, total: queries.total(events.count))
    }
}
