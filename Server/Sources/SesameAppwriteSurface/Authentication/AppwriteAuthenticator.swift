import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface
import SesameWire

/// The common part of all Appwrite routes: finds the app and the caller of a request, and creates the response.
struct AppwriteAuthenticator: Sendable {
    let sessions: SessionService
    let adminKeys: AdminKeyService
    let environment: RuntimeEnvironment
    let limiter: RateLimiter?
    let apps: AppDirectory
    let publicURL: String
    let log: SecurityLog
    /// True if back ends may use admin keys on Appwrite's routes; false if the operator has a separate admin address.
    let takesAdminKeys: Bool

    /// The policy of every route: an optional body, and queries in which names may repeat. A `GET` may have the body
    /// `{}`, because Appwrite's Python package before version 10 sends it.
    static let policy = RoutePolicy(
        isBodyOptional: true, allowsEmptyObject: true, allowsRepeatedQueryParameters: true)

    /// Creates a route that runs the operation for the app and the caller of the request.
    ///
    /// - Parameters:
    ///   - missing: The error if the resource in the path does not exist.
    ///   - limit: The strictest rate limit of the route; every response states its remaining requests.
    func route(
        _ method: HTTPMethod, _ pattern: String, missing: AppwriteError = .userNotFound,
        limitedBy limit: RateLimitRule? = nil,
        _ operation: @escaping @Sendable (AppwriteRequest) async throws(AccountError) -> HTTPResponse
    ) -> Route {
        Route(method, pattern, takes: .credential, policy: Self.policy) { request, path in
            var response = AppwriteFormat(of: request).shape(await answer(request, path, missing: missing, operation))
            if let limit { note(limiter?.allowance(of: request.client, by: limit), in: &response) }
            return response
        }
    }

    /// Adds the remaining requests of a limit to the response, in Appwrite's headers.
    func note(_ allowance: RemainingQuota?, in response: inout HTTPResponse) {
        guard let allowance else { return }
        let reset = environment.now.secondsSince1970 + allowance.resetAfter
        for (name, value) in zip(Self.limitFields, [allowance.limit, allowance.remaining, reset]) {
            response.headers.add(name: name, value: String(value))
        }
    }

    static let limitFields = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]

    private func answer(
        _ request: HTTPRequest, _ path: PathParameters, missing: AppwriteError,
        _ operation: (AppwriteRequest) async throws(AccountError) -> HTTPResponse
    ) async -> HTTPResponse {
        do throws(AccountError) {
            let call = try await call(request, path)
            var response = try await orAwaiting(call, operation)
            if case .fallback? = call.credential { response.headers.add(name: "X-Debug-Fallback", value: "true") }
            return response
        } catch {
            log.refused(error, request)
            return AppwriteError(error, missing: missing).response
        }
    }

    /// Returns the response of the operation. If the operation throws because the sign-in requires a second factor,
    /// returns the response for a new session. That session exists already, but cannot be used until the factor is
    /// verified.
    private func orAwaiting(
        _ call: AppwriteRequest, _ operation: (AppwriteRequest) async throws(AccountError) -> HTTPResponse
    ) async throws(AccountError) -> HTTPResponse {
        do throws(AccountError) {
            return try await operation(call)
        } catch {
            guard let pending = error.secondFactor?.signIn else { throw error }
            return began(pending.session, isNew: false, call)
        }
    }

    /// Returns the request with its app and its credential or API key. Throws if the project is unknown, the origin is
    /// not allowed, or the request has both a credential and a key.
    private func call(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> AppwriteRequest {
        guard let app = apps.app(appwriteProjectOf: request), let project = app.appwrite?.projectID else {
            throw .appwrite(.projectNotFound)
        }
        guard origin(of: app).allows(request) else { throw .appwrite(.unknownOrigin) }
        let cookies = AppwriteCookies(project: project, publicURL: publicURL)
        let credential = try AppwriteCredential(request, cookies)
        let key = try await key(of: request, for: app)
        guard key == nil || credential == nil else { throw .appwrite(.keyAndSession) }
        return AppwriteRequest(
            request: request, path: path, app: app, cookies: cookies, credential: credential, key: key)
    }

    /// Returns the rule for the pages that may send requests for the app.
    func origin(of app: App) -> AppwriteOrigin {
        AppwriteOrigin(listed: app.appwrite?.origins ?? [], readers: apps.appwriteOrigins, publicURL: publicURL)
    }

    /// Authenticates the request's Appwrite API key, and returns its caller; nil if the request has no key. Throws if
    /// the key is not a live admin key for the app, or if Appwrite's routes accept no admin keys.
    private func key(of request: HTTPRequest, for app: App) async throws(AccountError) -> AdminCaller? {
        guard let text = request.filledHeader("X-Appwrite-Key") else { return nil }
        do throws(AccountError) {
            guard takesAdminKeys else {
                throw AccountError(.notAuthenticated, "admin keys are accepted only at the operator's address")
            }
            let caller = try await adminKeys.authenticate(
                adminKey: Secret(text),
                context: RequestContext(requestID: request.id.description, network: request.peer.network))
            _ = try caller.app(app.id.description, of: apps)
            log.used(caller.key, request)
            return caller
        } catch {
            guard error.code.httpStatus < 500 else { throw error }
            throw error.with(AppwriteError.unauthorized(role: AppwriteError.applications, missing: "users.read"))
        }
    }
}

extension AppwriteAuthenticator {
    /// Returns the signed-in caller. Throws if the request has no valid credential, or if the credential's session has
    /// ended or waits for a second factor.
    func caller(_ call: AppwriteRequest) async throws(AccountError) -> Caller {
        try await presented(call).get()
    }

    /// Returns the signed-in caller; nil if the request has no credential, or a session secret that is invalid or of an
    /// ended session. An invalid secret is logged as a failed attempt. Throws for an invalid JWT, a deleted user, or a
    /// missing second factor.
    func callerIfAny(_ call: AppwriteRequest) async throws(AccountError) -> Caller? {
        switch try await presented(call) {
        case .success(let caller): return caller
        case .failure(let refusal):
            if refusal.isOfCredential { log.refused(refusal, call.request) }
            return nil
        }
    }

    /// Returns the signed-in caller, or the refusal if the request has no credential or an invalid session secret.
    /// Throws for an invalid JWT, a deleted user, or a missing second factor.
    private func presented(_ call: AppwriteRequest) async throws(AccountError) -> Result<Caller, AccountError> {
        do throws(AccountError) {
            switch call.credential {
            case nil: return .failure(.appwrite(.guest))
            case .session(let secret)?, .fallback(let secret)?:
                return .success(try await sessions.authenticate(sessionSecret: secret, in: call.app))
            case .jwt(let token)?:
                return .success(try await sessions.authenticate(token, app: call.app, apps: apps))
            }
        } catch {
            if error.code == .secondFactorRequired { throw .appwrite(.moreFactors) }
            guard error.code.httpStatus == 401 else { throw error }
            if error.code == .userDeleted { throw .appwrite(.userNotFound) }
            if call.credential?.isJWT == true { throw error.with(AppwriteError.jwtInvalid) }
            return .failure(error.with(AppwriteError.guest))
        }
    }
}
