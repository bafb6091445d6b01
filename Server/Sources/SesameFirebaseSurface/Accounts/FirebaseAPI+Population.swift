import SesameAccounts
import SesameCore
import SesameHTTP

/// Whose people a request is about: a project's own, or those of one of its tenants.
extension FirebaseAPI {
    /// Whether the server stands in for Firebase's emulator, whose operator needs no key.
    var isEmulator: Bool { emulated != nil }

    /// The people of a client's request, if they may sign in at all: the project's own, or those of the tenant that the
    /// body names, or its ID token.
    func people(of project: App, _ body: FirebaseBody) async throws(FirebaseError) -> App {
        let app = try await app(project, tenant: nil, body)
        guard app.firebase?.rules.isDisabled != true else { throw .code("PROJECT_DISABLED") }
        return app
    }

    /// The project of a client's request: that of its API key.
    func project(of request: HTTPRequest) async throws(FirebaseError) -> App {
        let app = try configuredApp(of: request)
        return try await domain { () async throws(Refusal) in try await accounts.firebaseProjects.firebaseProject(app) }
    }

    private func configuredApp(of request: HTTPRequest) throws(FirebaseError) -> App {
        guard let key = request.query["key"] ?? request.header("x-goog-api-key"), !key.isEmpty else {
            if isEmulator, isOwner(request), let app = apps.firebaseApp { return app }
            throw .permissionDenied("The request is missing a valid API key.")
        }
        if let app = apps.app(firebaseKey: key) { return app }
        guard isEmulator, let app = apps.firebaseApp else {
            throw .invalidArgument("API key not valid. Please pass a valid API key.")
        }
        return app
    }

    /// The project that a path names.
    func project(named id: String?) async throws(FirebaseError) -> App {
        let project = try await domain { () async throws(Refusal) -> App? in
            guard let id else { return nil }
            return try await accounts.firebaseProjects.firebaseProject(id, in: apps)
        }
        guard let project else { throw .permissionDenied("There is no such project, or it is not served here.") }
        return project
    }

    /// The project's people, or those of the tenant that the path, the body or the body's ID token names: all that name one
    /// name the same.
    func app(_ project: App, tenant path: String?, _ body: FirebaseBody) async throws(FirebaseError) -> App {
        let stated = body.secret("idToken").flatMap { FirebaseProjectService.firebaseTenant(statedBy: $0) }
        let named = [path, body.text("tenantId"), stated].compactMap { $0 }
        guard let tenant = named.first else { return project }
        guard named.allSatisfy({ $0.hasSameBytes(as: tenant) }) else { throw .code("TENANT_ID_MISMATCH") }
        return try await self.tenant(tenant, of: project)
    }

    func tenant(_ id: String, of project: App) async throws(FirebaseError) -> App {
        let tenant = try await domain { () async throws(Refusal) in
            try await accounts.firebaseProjects.firebaseTenant(id, of: project)
        }
        guard let tenant else { throw .code("TENANT_NOT_FOUND") }
        return tenant
    }

    /// Refuses what only a project's own people have.
    func requireNoTenant(_ app: App) throws(FirebaseError) {
        if app.firebase?.tenant != nil { throw .code("UNSUPPORTED_TENANT_OPERATION") }
    }
}
