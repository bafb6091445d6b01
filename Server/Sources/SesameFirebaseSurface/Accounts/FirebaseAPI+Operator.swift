import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAPI {
    /// Where a service account exchanges its assertion: the `token_uri` of its file.
    static let accessPath = "/oauth2.googleapis.com/token"

    var accessRoutes: [Route] {
        [Route(.POST, Self.accessPath, takes: .credential, policy: .form) { request, _ in access(request) }]
    }

    /// An access token for an assertion (RFC 7523), or an error as RFC 6749 section 5.2 has it.
    private func access(_ request: HTTPRequest) -> HTTPResponse {
        do throws(Refusal) {
            guard let form = try? QueryParameters(formEncoded: request.body), !form.hasRepeatedName,
                form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer", let assertion = form["assertion"]
            else { throw Refusal(.invalidRequest, "a JWT bearer grant with an assertion is expected") }
            let token = try accounts.firebase.firebaseAccess(
                assertion: Secret(assertion), audience: publicURL + Self.accessPath, apps: apps)
            return .firebase([
                "access_token": .string(token.exposed), "expires_in": .integer(Int(FirebaseAccess.life)),
                "token_type": "Bearer",
            ])
        } catch {
            log.refused(error, request)
            let code =
                switch error.code {
                case .invalidToken: "invalid_grant"
                case .insufficientScope: "invalid_scope"
                default: "invalid_request"
                }
            let json: JSONObject = ["error": .string(code), "error_description": .string(error.reason)]
            return .json(JSONValue.object(json).serialized(), status: .badRequest)
        }
    }

    /// Whether a request is an emulator's operator's: by a word, or by what looks like a token of Google's.
    func isOwner(_ request: HTTPRequest) -> Bool {
        guard let token = try? request.bearer().exposed else { return false }
        return token.lowercased() == "owner" || token.hasPrefix("ya29.")
    }

    /// Who calls as an operator where people call as well; nil where the credential is none of an operator's.
    func backEnd(
        _ request: HTTPRequest, of app: App, _ scope: AdminScope
    ) async throws(FirebaseError) -> RequestContext? {
        guard let credential = try? request.bearer(),
            FirebaseService.isOperators(credential) || isEmulator && isOwner(request)
        else { return nil }
        return try await requireOperator(request, of: app, scope).context
    }

    /// Who calls an administrative method: a service account that the app trusts, or an admin key that is good for it.
    ///
    /// - Parameter scope: The scope that the caller needs; nil if it is checked later.
    func requireOperator(
        _ request: HTTPRequest, of app: App, _ scope: AdminScope?
    ) async throws(FirebaseError) -> FirebaseOperator {
        let presented: Secret
        do throws(Refusal) {
            presented = try request.bearer()
        } catch {
            var missing = FirebaseError.unauthenticated("Request is missing required authentication credential.")
            missing.refusal = error
            throw missing
        }
        var context = RequestContext(requestID: request.id.description, network: request.peer.network)
        if isEmulator, isOwner(request) {
            context = RequestContext(requestID: context.requestID, network: context.network, actor: "owner")
            return FirebaseOperator(context: context, scopes: .all)
        }
        if let access = accounts.firebase.firebaseAccess(presented, to: app) {
            context = RequestContext(requestID: context.requestID, network: context.network, actor: access.email)
            return FirebaseOperator(context: context, scopes: .all)
        }
        guard takesAdminKeys else {
            var error = FirebaseError.unauthenticated("Request had invalid authentication credentials.")
            error.refusal = Refusal(.notAuthenticated, "the token is no service account's of the project")
            throw error
        }
        do throws(Refusal) {
            let caller = try await accounts.adminKeys.authenticate(adminKey: presented, context: context)
            log.used(caller.key, request)
            if let scope { try caller.require(scope) }
            _ = try caller.app(app.configured.description, of: apps)
            return FirebaseOperator(context: request.context(by: caller), scopes: caller.key.scopes)
        } catch {
            var refused =
                switch error.code {
                case .notFound: FirebaseError.permissionDenied("INSUFFICIENT_PERMISSION : \(error.reason)")
                case .notAuthenticated:
                    FirebaseError.unauthenticated("Request had invalid authentication credentials.")
                default: FirebaseError(error)
                }
            refused.refusal = error
            throw refused
        }
    }
}

/// The caller of an administrative method.
struct FirebaseOperator: Sendable {
    /// The request, as events record it.
    let context: RequestContext
    /// The caller's scopes. A service account of the project has all, and so has an emulator's caller.
    let scopes: Set<AdminScope>

    /// Refuses what they may not do.
    func require(_ scope: AdminScope) throws(FirebaseError) {
        do throws(Refusal) {
            try scopes.require(scope)
        } catch {
            throw FirebaseError(error)
        }
    }
}

extension RoutePolicy {
    /// Many accounts at once.
    static let firebaseMany = RoutePolicy(maximumBody: 4 << 20, contentTypes: [], isBodyOptional: true)
}
