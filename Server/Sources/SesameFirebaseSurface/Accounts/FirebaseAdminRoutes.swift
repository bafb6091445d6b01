import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// An Identity Toolkit method that an app's own back end calls for a project.
struct FirebaseAdminMethod: Sendable {
    /// The handler of a method. The app is the user pool of the project, or of the tenant in the request.
    typealias Handler =
        @Sendable (HTTPRequest, App, FirebaseBody, FirebaseOperator) async throws(AccountError) ->
        HTTPResponse

    /// The rest of the path after the project, such as `/accounts:lookup`.
    let path: String
    /// The scope that the caller needs; nil if the required scope depends on the body and is checked by the handler.
    let scope: AdminScope?
    let schema: FirebaseSchema
    /// The mapping of the domain's refusals to Firebase errors; none by default, so that the general mapping applies.
    var words: @Sendable (AccountError) -> AccountError = { $0 }
    let handler: Handler
}

/// The routes of all ``FirebaseAdminMethod``s and of `accounts:batchGet`.
struct FirebaseAdminRoutes: Sendable {
    let operators: OperatorService
    let deletion: DeletionService
    let codes: FirebaseCodeMethods
    let door: FirebaseAuthenticator

    var routes: [Route] {
        adminMethods.flatMap { method in
            Self.projectPaths(method.path).map { path in
                door.route(.POST, path, takes: .credential, policy: .firebaseMany) {
                    request, parameters throws(AccountError) in
                    let project = try await door.project(named: parameters["project"])
                    return try await answerOperator(request, method, project, tenant: parameters["tenant"])
                }
            }
        }
            + Self.projectPaths("/accounts:batchGet").map { path in
                door.route(.GET, path, takes: .credential) { request, parameters throws(AccountError) in
                    let project = try await door.project(named: parameters["project"])
                    _ = try await door.requireOperator(request, of: project, .usersRead)
                    let app = try await door.app(project, tenant: parameters["tenant"], FirebaseBody([:]))
                    return try await batchGet(request, app)
                }
            }
    }

    private func answerOperator(
        _ request: HTTPRequest, _ method: FirebaseAdminMethod, _ project: App, tenant: String?
    ) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.requireOperator(request, of: project, method.scope)
        let body = try request.firebaseBody(method.schema, limits: Self.adminLimits)
        let app = try await door.app(project, tenant: tenant, body)
        do throws(AccountError) {
            return try await method.handler(request, app, body, caller)
        } catch {
            throw error.inWords(method.words)
        }
    }

    /// Handles an operator's request to the path of a client method, with the admin method of the same name. The body's
    /// `targetProjectId` selects the project; without it, only an emulator has a default project.
    ///
    /// - Returns: nil if the request has an API key or no `Authorization`, or if there is no such admin method.
    func answer(_ request: HTTPRequest, _ name: String) async throws(AccountError) -> HTTPResponse? {
        let path = name == "signUp" ? "/accounts" : "/accounts:\(name)"
        guard request.query["key"] == nil, request.header("x-goog-api-key") == nil,
            request.headers.contains(name: "Authorization"), let method = adminMethods.first(where: { $0.path == path })
        else { return nil }
        let body = try request.firebaseBody(method.schema, limits: Self.adminLimits)
        let project =
            if let id = body.text("targetProjectId") { try await door.project(named: id) } else {
                try await door.project(of: request)
            }
        return try await answerOperator(request, method, project, tenant: nil)
    }

    private static let adminLimits = JSONLimits(bytes: 4 << 20)

    /// Returns the paths of a method, with and without Google's host as a prefix, for projects and, if the method
    /// concerns accounts, for tenants.
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
                path: "/accounts", scope: .usersWrite, schema: Self.createSchema, words: \.inOrderWords,
                handler: adminCreate),
            FirebaseAdminMethod(
                path: "/accounts:lookup", scope: .usersRead, schema: Self.adminLookupSchema, handler: adminLookup),
            FirebaseAdminMethod(
                path: "/accounts:update", scope: nil, schema: Self.adminUpdateSchema, words: \.inOrderWords,
                handler: adminUpdate),
            FirebaseAdminMethod(
                path: "/accounts:delete", scope: .usersWrite, schema: FirebaseAccountMethods.deleteSchema,
                words: \.inOrderWords,
                handler: adminDelete),
            FirebaseAdminMethod(
                path: "/accounts:batchDelete", scope: .usersWrite, schema: Self.batchDeleteSchema,
                handler: batchDelete),
            FirebaseAdminMethod(
                path: "/accounts:batchCreate", scope: .usersWrite, schema: Self.batchCreateSchema,
                handler: batchCreate),
            FirebaseAdminMethod(
                path: "/accounts:query", scope: .usersRead, schema: Self.querySchema, handler: query),
            FirebaseAdminMethod(
                path: "/accounts:sendOobCode", scope: nil, schema: FirebaseCodeMethods.sendOobCodeSchema,
                handler: codes.adminSendOobCode),
            FirebaseAdminMethod(
                path: ":createSessionCookie", scope: .usersActAs, schema: Self.cookieSchema,
                handler: createSessionCookie),
        ]
    }
}

extension AccountError {
    /// The refusal of an operator's request with the matching Firebase error code; unchanged if there is none.
    var inOrderWords: AccountError {
        switch (code, field) {
        case (.credentialInUse, "id"), (.userDeleted, _): saying("DUPLICATE_LOCAL_ID", reason)
        case (.credentialInUse, "email"): saying("EMAIL_EXISTS")
        case (.credentialInUse, "phone"): saying("PHONE_NUMBER_EXISTS")
        case (.notFound, _): saying("USER_NOT_FOUND")
        case (.invalidRequest, "id"): saying("INVALID_LOCAL_ID", reason)
        case (.invalidRequest, AccountError.factorField): saying("INVALID_MFA_ENROLLMENT_ID", reason)
        case (.invalidRequest, "email"): saying("MISSING_EMAIL", reason)
        default: inClaimWords
        }
    }
}
