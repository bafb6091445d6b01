import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// Sessions, identities and targets of the app's people, for its back end.
extension AppwriteAPI {
    var userSessionRoutes: [Route] {
        [
            route(.GET, "/v1/users/{user}/sessions") { call in
                _ = try call.server(.readSessions)
                let sessions = try await accounts.sessions(of: uid(call), in: call.app.id)
                return .appwrite("sessions", sessions.map { AppwriteSession(session: $0, isCurrent: false).json })
            },
            route(.DELETE, "/v1/users/{user}/sessions") { call in
                _ = try call.server(.writeSessions)
                try await accounts.revokeSessions(of: uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            route(.DELETE, "/v1/users/{user}/sessions/{session}", missing: .sessionNotFound) { call in
                _ = try call.server(.writeSessions)
                try await accounts.revokeSessions(
                    SessionID(call["session"]), of: uid(call), in: call.app.id, context: call.context)
                return .appwriteEmpty
            },
            route(.GET, "/v1/users/{user}/targets", listTargets),
            route(.GET, "/v1/users/{user}/targets/{target}") { call in
                _ = try call.server(.readUsers)
                guard let target = try await targets(call).first(where: { $0.id.hasSameBytes(as: call["target"]) })
                else { throw AppwriteProblem.targetNotFound }
                return .appwrite(target.json)
            },
        ]
    }

    private func listTargets(_ call: AppwriteCall) async throws -> HTTPResponse {
        _ = try call.server(.readUsers)
        let queries = try AppwriteQueries(call.request)
        try queries.requirePagesOnly()
        let targets = try await targets(call)
        return .appwrite("targets", queries.page(of: targets).map(\.json), total: targets.count)
    }

    private func targets(_ call: AppwriteCall) async throws -> [AppwriteTarget] {
        try await targets(of: try await accounts.account(uid(call), in: call.app.id), in: call.app)
    }

    /// Everything by which an account's person is reached. An address that stands in for one reaches nobody.
    func targets(of view: AccountView, in app: App) async throws -> [AppwriteTarget] {
        AppwriteTarget.all(
            of: view.account, email: app.privacy.isPseudonymous ? nil : app.claims(of: view).email,
            devices: try await accounts.devices(of: view.account.id, in: app.id))
    }
}
