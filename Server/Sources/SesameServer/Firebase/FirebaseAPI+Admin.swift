import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP

/// A method of Identity Toolkit that an app's own back end calls for a project.
struct FirebaseAdminMethod: Sendable {
    /// What answers, with the app of the path's project and what is to be noted of the caller.
    typealias Handler =
        @Sendable (HTTPRequest, App, FirebaseBody, RequestContext) async throws(FirebaseError) ->
        HTTPResponse

    /// What follows the project in the path.
    let path: String
    let scope: AdminScope
    let schema: FirebaseSchema
    let handler: Handler
}

extension FirebaseAPI {
    var adminRoutes: [Route] {
        adminMethods.flatMap { method in
            Self.projectPaths(method.path).map { path in
                Route(.POST, path, policy: .firebaseMany) { request, parameters in
                    await answer(request) { () async throws(FirebaseError) in
                        let app = try app(ofProject: parameters["project"])
                        let context = try await requireOperator(request, of: app, method.scope)
                        let body = try request.firebaseBody(method.schema, limits: Self.adminLimits)
                        try body.requireNoTenant()
                        return try await method.handler(request, app, body, context)
                    }
                }
            }
        }
            + Self.projectPaths("/accounts:batchGet").map { path in
                Route(.GET, path) { request, parameters in
                    await answer(request) { () async throws(FirebaseError) in
                        let app = try app(ofProject: parameters["project"])
                        _ = try await requireOperator(request, of: app, .usersRead)
                        return try await batchGet(request, app)
                    }
                }
            }
    }

    private static let adminLimits = JSONLimits(bytes: 4 << 20)

    private static func projectPaths(_ rest: String) -> [String] {
        ["/v1/projects/{project}\(rest)", "/identitytoolkit.googleapis.com/v1/projects/{project}\(rest)"]
    }

    private var adminMethods: [FirebaseAdminMethod] {
        [
            FirebaseAdminMethod(
                path: "/accounts", scope: .usersWrite, schema: Self.createSchema, handler: adminCreate),
            FirebaseAdminMethod(
                path: "/accounts:lookup", scope: .usersRead, schema: Self.adminLookupSchema, handler: adminLookup),
            FirebaseAdminMethod(
                path: "/accounts:update", scope: .usersWrite, schema: Self.adminUpdateSchema, handler: adminUpdate),
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
                path: "/accounts:sendOobCode", scope: .usersWrite, schema: Self.sendOobCodeSchema,
                handler: adminSendOobCode),
            FirebaseAdminMethod(
                path: ":createSessionCookie", scope: .usersWrite, schema: Self.cookieSchema,
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
