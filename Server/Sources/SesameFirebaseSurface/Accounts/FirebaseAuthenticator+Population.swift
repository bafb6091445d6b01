import SesameAccounts
import SesameHTTP
import SesameWire

/// Lookups of a request's user pool: the project's, or that of one of its tenants.
extension FirebaseAuthenticator {
    /// True if the server replaces Firebase's emulator, whose operator needs no key.
    var isEmulator: Bool { emulated != nil }

    /// Returns the user pool of a client's request: the project's, or that of the tenant given in the body or its ID
    /// token. Throws if sign-in is disabled for the user pool.
    func people(of project: App, _ body: FirebaseBody) async throws(AccountError) -> App {
        let app = try await app(project, tenant: nil, body)
        guard app.firebase?.rules.isDisabled != true else { throw .firebase("PROJECT_DISABLED") }
        return app
    }

    /// Returns the project of a client's request, found by its API key. Throws if the key is missing or unknown. An
    /// emulator accepts any key, and requires none from its operator.
    func project(of request: HTTPRequest) async throws(AccountError) -> App {
        let app = try configuredApp(of: request)
        return try await projects.firebaseProject(app)
    }

    private func configuredApp(of request: HTTPRequest) throws(AccountError) -> App {
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

    /// Returns the project with the given id. Throws if the id is missing or the server does not serve the project.
    func project(named id: String?) async throws(AccountError) -> App {
        guard let id, let project = try await projects.firebaseProject(id, in: apps) else {
            throw .permissionDenied("The project does not exist, or this server does not serve it.")
        }
        return project
    }

    /// Returns the user pool of the project, or of the tenant given in the path, the body or the body's ID token.
    /// Throws if the tenant is unknown, or if path, body and ID token contain different tenants.
    func app(_ project: App, tenant path: String?, _ body: FirebaseBody) async throws(AccountError) -> App {
        let stated = body.secret("idToken").flatMap { FirebaseProjectService.firebaseTenant(statedBy: $0) }
        let named = [path, body.text("tenantId"), stated].compactMap { $0 }
        guard let tenant = named.first else { return project }
        guard named.allSatisfy({ $0.hasSameBytes(as: tenant) }) else { throw .firebase("TENANT_ID_MISMATCH") }
        return try await self.tenant(tenant, of: project)
    }

    func tenant(_ id: String, of project: App) async throws(AccountError) -> App {
        let tenant = try await projects.firebaseTenant(id, of: project)
        guard let tenant else { throw .firebase("TENANT_NOT_FOUND") }
        return tenant
    }

    /// Checks that the user pool is the project's own, because tenants do not support the operation; throws otherwise.
    func requireNoTenant(_ app: App) throws(AccountError) {
        if app.firebase?.tenant != nil { throw .firebase("UNSUPPORTED_TENANT_OPERATION") }
    }
}
