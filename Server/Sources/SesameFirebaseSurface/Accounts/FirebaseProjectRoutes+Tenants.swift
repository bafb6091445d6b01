import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseProjectRoutes {
    /// The operator's routes for a project's tenants, each of which has its own user pool.
    var tenantRoutes: [Route] {
        operatorRoutes(.POST, "/tenants", .usersWrite) { request, project, _, _ async throws(AccountError) in
            let settings = try FirebaseTenant.whole(try request.firebaseBody(FirebaseTenant.schema).members)
            let made = try await door.projects.createFirebaseTenant(settings, of: project)
            return FirebaseTenant(population: made, project: project).json
        }
            + operatorRoutes(.GET, "/tenants", .usersRead) { request, project, _, _ async throws(AccountError) in
                try await listTenants(request, project)
            }
            + operatorRoutes(.GET, "/tenants/{tenant}", .usersRead) {
                _, project, id, _ async throws(AccountError) in
                FirebaseTenant(population: try await population(id, of: project), project: project).json
            }
            + operatorRoutes(.PATCH, "/tenants/{tenant}", .usersWrite) {
                request, project, id, _ async throws(AccountError) in
                try await changeTenant(request, project, id)
            }
            + operatorRoutes(.DELETE, "/tenants/{tenant}", .usersWrite) {
                _, project, id, context async throws(AccountError) in
                _ = try await population(id, of: project)
                try await door.projects.deleteFirebaseTenant(id, of: project, context: context)
                return [:]
            }
    }

    /// The handler of an operator's version 2 method below a project. The string is the tenant's id, empty if the path
    /// has none.
    typealias OperatorReply =
        @Sendable (HTTPRequest, App, String, RequestContext) async throws(AccountError) -> JSONObject

    func operatorRoutes(
        _ method: HTTPMethod, _ path: String, _ scope: AdminScope, _ reply: @escaping OperatorReply
    ) -> [Route] {
        ["/v2/projects/{project}\(path)", "/identitytoolkit.googleapis.com/v2/projects/{project}\(path)"].map { path in
            door.route(method, path, takes: .credential, policy: .firebase) {
                request, parameters throws(AccountError) in
                let project = try await door.project(named: parameters["project"])
                let caller = try await door.requireOperator(request, of: project, scope)
                return .firebase(try await reply(request, project, parameters["tenant"] ?? "", caller.context))
            }
        }
    }

    /// Returns a tenant's user pool. An emulator creates a missing tenant; otherwise throws the 404 error
    /// `TENANT_NOT_FOUND`.
    private func population(_ id: String, of project: App) async throws(AccountError) -> FirebaseUserPool {
        let tenant: App
        do throws(AccountError) {
            tenant = try await door.tenant(id, of: project)
        } catch {
            guard error.firebaseMessage.hasPrefix("TENANT_NOT_FOUND") else { throw error }
            throw AccountError(FirebaseTenant.notFound)
        }
        let known = try await door.projects.firebaseUserPool(of: tenant)
        guard let known else { throw AccountError(FirebaseTenant.notFound) }
        return known
    }

    /// Returns a page of tenants, sorted by id. A full page has a token for the next page, which may be empty.
    private func listTenants(_ request: HTTPRequest, _ project: App) async throws(AccountError) -> JSONObject {
        let text = request.query["pageSize"] ?? request.query["page_size"] ?? "20"
        guard let limit = Int(text), (1...1_000).contains(limit) else {
            throw .invalidArgument("pageSize must be between 1 and 1000")
        }
        let after = request.query["pageToken"] ?? request.query["page_token"]
        let tenants = try await door.projects.firebaseTenants(of: project, after: after, limit: limit)
        var json: JSONObject = [
            "tenants": .array(tenants.map { .object(FirebaseTenant(population: $0, project: project).json) })
        ]
        if tenants.count == limit { json["nextPageToken"] = tenants.last?.tenant.map { .string($0) } }
        return json
    }

    private func changeTenant(
        _ request: HTTPRequest, _ project: App, _ id: String
    ) async throws(AccountError) -> JSONObject {
        let known = try await population(id, of: project)
        let change = try request.firebaseBody(FirebaseTenant.schema).members
        let settings = FieldMask(request.query["updateMask"]).map { $0.applied(change, to: known.settings) } ?? change
        let whole = try FirebaseTenant.whole(settings)
        let changed = try await door.projects.changeFirebaseTenant(id, of: project, to: whole)
        return FirebaseTenant(population: changed, project: project).json
    }
}
