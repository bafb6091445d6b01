import SesameAccounts
import SesameHTTP
import SesameWire

/// Finds the user pool of a request: the project's own, or one of its tenants.
extension FirebaseDoor {
    /// True if the server stands in for Firebase's emulator, whose operator needs no key.
    var isEmulator: Bool { emulated != nil }

    /// The people of a client's request, if they may sign in at all: the project's own, or those of the tenant that the
    /// body names, or its ID token.
    func people(of project: App, _ body: FirebaseBody) async throws(Refusal) -> App {
        let app = try await app(project, tenant: nil, body)
        guard app.firebase?.rules.isDisabled != true else { throw .firebase("PROJECT_DISABLED") }
        return app
    }

    /// The project of a client's request: that of its API key.
    func project(of request: HTTPRequest) async throws(Refusal) -> App {
        let app = try configuredApp(of: request)
        return try await projects.firebaseProject(app)
    }

    private func configuredApp(of request: HTTPRequest) throws(Refusal) -> App {
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
    func project(named id: String?) async throws(Refusal) -> App {
        guard let id, let project = try await projects.firebaseProject(id, in: apps) else {
            throw .permissionDenied("There is no such project, or it is not served here.")
        }
        return project
    }

    /// The project's people, or those of the tenant that the path, the body or the body's ID token names: all that name one
    /// name the same.
    func app(_ project: App, tenant path: String?, _ body: FirebaseBody) async throws(Refusal) -> App {
        let stated = body.secret("idToken").flatMap { FirebaseProjectService.firebaseTenant(statedBy: $0) }
        let named = [path, body.text("tenantId"), stated].compactMap { $0 }
        guard let tenant = named.first else { return project }
        guard named.allSatisfy({ $0.hasSameBytes(as: tenant) }) else { throw .firebase("TENANT_ID_MISMATCH") }
        return try await self.tenant(tenant, of: project)
    }

    func tenant(_ id: String, of project: App) async throws(Refusal) -> App {
        let tenant = try await projects.firebaseTenant(id, of: project)
        guard let tenant else { throw .firebase("TENANT_NOT_FOUND") }
        return tenant
    }

    /// Refuses what only a project's own people have.
    func requireNoTenant(_ app: App) throws(Refusal) {
        if app.firebase?.tenant != nil { throw .firebase("UNSUPPORTED_TENANT_OPERATION") }
    }
}
