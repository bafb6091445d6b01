import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// A method of Identity Toolkit that an app's own back end calls for a project.
struct FirebaseAdminMethod: Sendable {
    /// The handler; it gets the app of the path's project and the caller.
    typealias Handler =
        @Sendable (HTTPRequest, App, FirebaseBody, FirebaseOperator) async throws(FirebaseError) ->
        HTTPResponse

    /// What follows the project in the path.
    let path: String
    /// The scope that the caller needs; nil if it depends on the body, and the handler checks it.
    let scope: AdminScope?
    let schema: FirebaseSchema
    let handler: Handler
}

extension FirebaseAPI {
    var adminRoutes: [Route] {
        adminMethods.flatMap { method in
            Self.projectPaths(method.path).map { path in
                Route(.POST, path, takes: .credential, policy: .firebaseMany) { request, parameters in
                    await answer(request) { () async throws(FirebaseError) in
                        let project = try await project(named: parameters["project"])
                        return try await answerOperator(request, method, project, tenant: parameters["tenant"])
                    }
                }
            }
        }
            + Self.projectPaths("/accounts:batchGet").map { path in
                Route(.GET, path, takes: .credential) { request, parameters in
                    await answer(request) { () async throws(FirebaseError) in
                        let project = try await project(named: parameters["project"])
                        _ = try await requireOperator(request, of: project, .usersRead)
                        let app = try await app(project, tenant: parameters["tenant"], FirebaseBody([:]))
                        return try await batchGet(request, app)
                    }
                }
            }
    }

    private func answerOperator(
        _ request: HTTPRequest, _ method: FirebaseAdminMethod, _ project: App, tenant: String?
    ) async throws(FirebaseError) -> HTTPResponse {
        let caller = try await requireOperator(request, of: project, method.scope)
        let body = try request.firebaseBody(method.schema, limits: Self.adminLimits)
        return try await method.handler(request, try await app(project, tenant: tenant, body), body, caller)
    }

    /// What a client's method answers whom no API key names, and who calls it as an operator: the method of the same name.
    /// Nil for everybody else. The body names the project; against an emulator there is one that is meant.
    func operatorsAnswer(_ request: HTTPRequest, _ name: String) async throws(FirebaseError) -> HTTPResponse? {
        let path = name == "signUp" ? "/accounts" : "/accounts:\(name)"
        guard request.query["key"] == nil, request.header("x-goog-api-key") == nil,
            request.headers.contains(name: "Authorization"), let method = adminMethods.first(where: { $0.path == path })
        else { return nil }
        let body = try request.firebaseBody(method.schema, limits: Self.adminLimits)
        let project =
            if let id = body.text("targetProjectId") { try await project(named: id) } else {
                try await project(of: request)
            }
        return try await answerOperator(request, method, project, tenant: nil)
    }

    private static let adminLimits = JSONLimits(bytes: 4 << 20)

    /// The paths of a method: as the vendor's host has them and with that host in front, of projects and of tenants.
    private static func projectPaths(_ rest: String) -> [String] {
        let owners = rest.hasPrefix("/") ? ["", "/tenants/{tenant}"] : [""]
        return owners.flatMap { owner in
            [
                "/v1/projects/{project}\(owner)\(rest)",
                "/identitytoolkit.googleapis.com/v1/projects/{project}\(owner)\(rest)",
            ]
        }
    }

    private var adminMethods: [FirebaseAdminMethod] {
        [
            FirebaseAdminMethod(
                path: "/accounts", scope: .usersWrite, schema: Self.createSchema, handler: adminCreate),
            FirebaseAdminMethod(
                path: "/accounts:lookup", scope: .usersRead, schema: Self.adminLookupSchema, handler: adminLookup),
            FirebaseAdminMethod(
                path: "/accounts:update", scope: nil, schema: Self.adminUpdateSchema, handler: adminUpdate),
            FirebaseAdminMethod(
                path: "/accounts:delete", scope: .usersWrite, schema: Self.deleteSchema, handler: adminDelete),
            FirebaseAdminMethod(
                path: "/accounts:batchDelete", scope: .usersWrite, schema: Self.batchDeleteSchema,
                handler: batchDelete),
            FirebaseAdminMethod(
                path: "/accounts:batchCreate", scope: .usersWrite, schema: Self.batchCreateSchema,
                handler: batchCreate),
            FirebaseAdminMethod(
                path: "/accounts:query", scope: .usersRead, schema: Self.querySchema, handler: query),
            FirebaseAdminMethod(
                path: "/accounts:sendOobCode", scope: nil, schema: Self.sendOobCodeSchema,
                handler: adminSendOobCode),
            FirebaseAdminMethod(
                path: ":createSessionCookie", scope: .usersActAs, schema: Self.cookieSchema,
                handler: createSessionCookie),
        ]
    }
}

extension FirebaseError {
    /// A refusal of what an operator's program ordered, in the dialect's words.
    static func order(_ refusal: Refusal) -> FirebaseError {
        let error = FirebaseAPI.claims(FirebaseError(refusal))
        switch (refusal.code, refusal.field) {
        case (.credentialInUse, "id"), (.userDeleted, _): return error.saying("DUPLICATE_LOCAL_ID", refusal.reason)
        case (.credentialInUse, "email"): return error.saying("EMAIL_EXISTS")
        case (.credentialInUse, "phone"): return error.saying("PHONE_NUMBER_EXISTS")
        case (.notFound, _): return error.saying("USER_NOT_FOUND")
        case (.invalidRequest, "id"): return error.saying("INVALID_LOCAL_ID", refusal.reason)
        case (.invalidRequest, Refusal.factorField): return error.saying("INVALID_MFA_ENROLLMENT_ID", refusal.reason)
        case (.invalidRequest, "email"): return error.saying("MISSING_EMAIL", refusal.reason)
        default: return error
        }
    }
}

extension FirebaseAPI {
    /// Asks the domain for what an operator's program ordered.
    func order<Value>(
        _ operation: () async throws(Refusal) -> Value
    ) async throws(FirebaseError) -> Value {
        do throws(Refusal) {
            return try await operation()
        } catch {
            throw .order(error)
        }
    }
}
