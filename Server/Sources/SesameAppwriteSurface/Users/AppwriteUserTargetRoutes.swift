import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// The Appwrite routes on which a back end manages its users' targets. Only devices can be added, changed or removed;
/// email addresses and phone numbers are changed with the account.
struct AppwriteUserTargetRoutes: Sendable {
    let directory: AccountDirectory
    let push: PushService
    let users: AppwriteUsers
    let door: AppwriteAuthenticator

    var routes: [Route] {
        [
            door.route(.GET, "/v1/users/{user}/targets", listTargets),
            door.route(.POST, "/v1/users/{user}/targets", createUserTarget),
            door.route(.GET, "/v1/users/{user}/targets/{target}", missing: .targetNotFound) {
                call throws(AccountError) in
                _ = try call.server(.readUsers)
                return .appwrite(try await target(call).json)
            },
            door.route(.PATCH, "/v1/users/{user}/targets/{target}", updateUserTarget),
            door.route(.DELETE, "/v1/users/{user}/targets/{target}", missing: .targetNotFound) {
                call throws(AccountError) in
                _ = try call.server(.writeUsers)
                _ = try await directory.account(call.uid, in: call.app.id)
                try await push.removeDevice(call["target"], of: call.uid, in: call.app, context: call.context)
                return .appwriteEmpty
            },
        ]
    }

    private func listTargets(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        let found = try queries.page(of: try await targets(call), AppwriteTarget.schema) { $0.values($1) }
        return .appwrite("targets", found.page.map(\.json), total: queries.total(found.count))
    }

    /// Creates a push target. This requires permission to act as users, because the device receives the user's
    /// messages.
    private func createUserTarget(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let body = try AppwriteBody(call, "targetId", "providerType", "identifier", "providerId", "name")
        guard try body.text("providerType").hasSameBytes(as: "push") else {
            throw .appwrite(
                .argument(
                    "providerType", "Value must be push: email and SMS targets are the ones that users sign in with."))
        }
        let id = try body.id("targetId") ?? door.environment.randomID()
        let address = try body.pushAddress(provider: try body.optionalText("providerId"))
        guard try await !targets(call).contains(where: { $0.id.hasSameBytes(as: id) }) else {
            throw .appwrite(.targetExists)
        }
        return try await register(address, as: id, call, status: .created)
    }

    private func updateUserTarget(_ call: AppwriteRequest) async throws(AccountError) -> HTTPResponse {
        _ = try call.server(.actAsUsers)
        let body = try AppwriteBody(call, "identifier", "providerId", "name")
        let target = try await target(call)
        guard target.type.hasSameBytes(as: "push") else {
            throw .appwrite(
                .argument(
                    "targetId",
                    "Only push targets can be changed: email and SMS targets are the ones that users sign in with."))
        }
        guard try body.optionalText("identifier", greatest: 4_096) != nil else { return .appwrite(target.json) }
        return try await register(
            try body.pushAddress(provider: try body.optionalText("providerId") ?? target.provider), as: target.id, call,
            status: .ok)
    }

    private func register(
        _ address: DevicePushToken, as id: String, _ call: AppwriteRequest, status: HTTPResponseStatus
    ) async throws(AccountError) -> HTTPResponse {
        let device = try await push.register(
            address, installation: id, of: call.uid, in: call.app, context: call.context)
        return .appwrite(AppwriteTarget(device, at: address).json, status: status)
    }

    private func target(_ call: AppwriteRequest) async throws(AccountError) -> AppwriteTarget {
        guard let target = try await targets(call).first(where: { $0.id.hasSameBytes(as: call["target"]) }) else {
            throw .appwrite(.targetNotFound)
        }
        return target
    }

    private func targets(_ call: AppwriteRequest) async throws(AccountError) -> [AppwriteTarget] {
        do throws(AccountError) {
            return try await users.targets(of: try await directory.account(call.uid, in: call.app.id), in: call.app)
        } catch {
            throw error.code == .notFound ? .appwrite(.userNotFound) : error
        }
    }
}
