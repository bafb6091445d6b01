import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

extension FirebaseAPI {
    /// A project's tenants, which its operator makes: each has people of its own.
    var tenantRoutes: [Route] {
        operatorRoutes(.POST, "/tenants", .usersWrite) { request, project, _, _ async throws(FirebaseError) in
            let settings = try FirebaseTenant.whole(try request.firebaseBody(FirebaseTenant.schema).members)
            let made = try await domain { () async throws(Refusal) in
                try await accounts.firebaseProjects.makeFirebaseTenant(settings, of: project)
            }
            return FirebaseTenant(population: made, project: project).json
        }
            + operatorRoutes(.GET, "/tenants", .usersRead) { request, project, _, _ async throws(FirebaseError) in
                try await listTenants(request, project)
            }
            + operatorRoutes(.GET, "/tenants/{tenant}", .usersRead) {
                _, project, id, _ async throws(FirebaseError) in
                FirebaseTenant(population: try await population(id, of: project), project: project).json
            }
            + operatorRoutes(.PATCH, "/tenants/{tenant}", .usersWrite) {
                request, project, id, _ async throws(FirebaseError) in
                try await changeTenant(request, project, id)
            }
            + operatorRoutes(.DELETE, "/tenants/{tenant}", .usersWrite) {
                _, project, id, context async throws(FirebaseError) in
                _ = try await population(id, of: project)
                try await domain { () async throws(Refusal) in
                    try await accounts.firebaseProjects.deleteFirebaseTenant(id, of: project, context: context)
                }
                return [:]
            }
    }

    /// A method of the second version, below a project.
    typealias OperatorReply =
        @Sendable (HTTPRequest, App, String, RequestContext) async throws(FirebaseError) -> JSONObject

    func operatorRoutes(
        _ method: HTTPMethod, _ path: String, _ scope: AdminScope, _ reply: @escaping OperatorReply
    ) -> [Route] {
        ["/v2/projects/{project}\(path)", "/identitytoolkit.googleapis.com/v2/projects/{project}\(path)"].map { path in
            Route(method, path, takes: .credential, policy: .firebase) { request, parameters in
                await answer(request) { () async throws(FirebaseError) in
                    let project = try await project(named: parameters["project"])
                    let caller = try await requireOperator(request, of: project, scope)
                    return .firebase(try await reply(request, project, parameters["tenant"] ?? "", caller.context))
                }
            }
        }
    }

    /// What is kept of a tenant. An emulator makes one that nobody has made.
    private func population(_ id: String, of project: App) async throws(FirebaseError) -> FirebasePopulation {
        let tenant: App
        do throws(FirebaseError) {
            tenant = try await self.tenant(id, of: project)
        } catch {
            guard error.message.hasPrefix("TENANT_NOT_FOUND") else { throw error }
            throw FirebaseError(404, "TENANT_NOT_FOUND", name: "NOT_FOUND", reason: "notFound")
        }
        let known = try await domain { () async throws(Refusal) in
            try await accounts.firebaseProjects.firebasePopulation(of: tenant)
        }
        guard let known else { throw FirebaseError(404, "TENANT_NOT_FOUND", name: "NOT_FOUND", reason: "notFound") }
        return known
    }

    /// Pages in the order of ids. A page that is full has a token, though nothing may follow.
    private func listTenants(_ request: HTTPRequest, _ project: App) async throws(FirebaseError) -> JSONObject {
        let text = request.query["pageSize"] ?? request.query["page_size"] ?? "20"
        guard let limit = Int(text), (1...1_000).contains(limit) else {
            throw .invalidArgument("pageSize is 1 to 1000")
        }
        let after = request.query["pageToken"] ?? request.query["page_token"]
        let tenants = try await domain { () async throws(Refusal) in
            try await accounts.firebaseProjects.firebaseTenants(of: project, after: after, limit: limit)
        }
        var json: JSONObject = [
            "tenants": .array(tenants.map { .object(FirebaseTenant(population: $0, project: project).json) })
        ]
        if tenants.count == limit { json["nextPageToken"] = tenants.last?.tenant.map { .string($0) } }
        return json
    }

    private func changeTenant(
        _ request: HTTPRequest, _ project: App, _ id: String
    ) async throws(FirebaseError) -> JSONObject {
        let known = try await population(id, of: project)
        let change = try request.firebaseBody(FirebaseTenant.schema).members
        let settings = FieldMask(request.query["updateMask"]).map { $0.applied(change, to: known.settings) } ?? change
        let whole = try FirebaseTenant.whole(settings)
        let changed = try await domain { () async throws(Refusal) in
            try await accounts.firebaseProjects.changeFirebaseTenant(id, of: project, to: whole)
        }
        return FirebaseTenant(population: changed, project: project).json
    }
}
