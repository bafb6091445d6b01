import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// What the app's back end writes of its people.
extension AppwriteAPI {
    var userChangeRoutes: [Route] {
        [
            route(.PATCH, "/v1/users/{user}/name") { call in
                _ = try call.server(.writeUsers)
                let name = try AppwriteBody(call, "name").anyText("name")
                return try await changeUser(call) { $0.displayName = name.isEmpty ? nil : name }
            },
            route(.PUT, "/v1/users/{user}/labels") { call in
                _ = try call.server(.writeUsers)
                let labels = try AppwriteBody(call, "labels").labels()
                return try await changeUser(call) { $0.labels = labels }
            },
            route(.GET, "/v1/users/{user}/prefs") { call in
                _ = try call.server(.readUsers)
                return .appwrite(try await accounts.detailedAccount(uid(call), in: call.app.id).details.preferences)
            },
            route(.PATCH, "/v1/users/{user}/prefs") { call in
                _ = try call.server(.writeUsers)
                let preferences = try AppwriteBody(call, "prefs").preferences(in: call.app)
                _ = try await changeUser(call) { $0.preferences = preferences }
                return .appwrite(preferences)
            },
        ]
    }

    private func changeUser(
        _ call: AppwriteCall, _ change: @escaping @Sendable (inout AccountDetails) -> Void
    ) async throws -> HTTPResponse {
        _ = try await accounts.changeDetails(of: uid(call), in: call.app, change)
        return .appwrite(try await user(uid(call), in: call.app))
    }
}
