import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// The Appwrite routes on which a back end with a key reads and manages its users.
struct AppwriteUserRoutes: Sendable {
    let deletion: DeletionService
    let directory: AccountDirectory
    let operators: OperatorService
    let events: EventService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/users", listUsers),
            door.route(.GET, "/v1/users/{user}") { call throws(AccountError) in
                _ = try call.server(.readUsers)
                return .appwrite(try await users.user(call.uid, in: call.app))
            },
            door.route(.DELETE, "/v1/users/{user}") { call throws(AccountError) in
                _ = try call.server(.writeUsers)
                _ = try await deletion.delete(call.uid, in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            door.route(.PATCH, "/v1/users/{user}/status", setStatus),
            door.route(.GET, "/v1/users/{user}/logs", listUserLogs),
            door.route(.PATCH, "/v1/users/{user}/impersonator", setImpersonator),
            door.route(.GET, "/v1/users/{user}/memberships", listUserMemberships),
        ]
    }

    private func listUsers(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.readUsers)
        let listing = try AppwriteUserListing(call.request)
        let page = try await directory.page(listing, of: call.app)
        var models: [JSONObject] = []
        for user in page.users { models.append(user.json(try await users.targets(of: user.view, in: call.app))) }
        return .appwrite("users", models, total: page.total)
    }

    /// Enables the account if `status` is true, and disables it otherwise.
    private func setStatus(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.writeUsers)
        let isOpen = try AppwriteBody(call, "status").bool("status")
        let (id, app) = (call.uid, call.app.id)
        let view =
            isOpen
            ? try await operators.enable(id, in: app, context: call.context)
            : try await operators.disable(id, in: app, context: call.context)
        return .appwrite(try await users.user(view.account.id, in: call.app))
    }

    /// Returns the user unchanged. Throws if the request enables impersonation, which is not supported; a back end can
    /// create a session for the user instead.
    private func setImpersonator(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.writeUsers)
        let isOne = try AppwriteBody(call, "impersonator").bool("impersonator")
        let model = try await users.user(call.uid, in: call.app)
        if isOne {
            throw .appwrite(
                .argument(
                    "impersonator",
                    "Impersonation is not supported: a server with a key can create a session for the user.")
            )
        }
        return .appwrite(model)
    }

    /// Returns an empty list, because teams are not supported.
    private func listUserMemberships(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        let schema: AppwriteSchema = [
            "$id": .text, "$createdAt": .time, "$updatedAt": .time, "userId": .text, "teamId": .text, "invited": .time,
            "joined": .time, "confirm": .flag, "roles": .texts,
        ]
        _ = try await directory.account(call.uid, in: call.app.id)
        _ = try queries.page(of: [AppwriteUserModel](), schema) { $0.values($1) }
        return .appwrite("memberships", [])
    }

    private func listUserLogs(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let claims = call.app.claims(of: try await directory.account(call.uid, in: call.app.id))
        let events = try await self.events.latestEvents(of: call.uid, in: call.app.id)
        return .appwrite(
            "logs", queries.page(of: events).map { $0.appwriteJSON(claims) }, total: queries.total(events.count))
    }
}
