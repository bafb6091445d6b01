import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension FirebaseAuthenticator {
    /// Returns true if the bearer token is one that an emulator accepts from its operator: `owner`, or a token in
    /// Google's format.
    func isOwner(_ request: HTTPRequest) -> Bool {
        guard let token = try? request.bearer().exposed else { return false }
        return token.lowercased() == "owner" || token.hasPrefix("ya29.")
    }

    /// Returns the context of an operator's call to a method that users call as well; nil if the credential is not an
    /// operator's. Throws if the operator may not call the method for the app.
    func backEnd(
        _ request: HTTPRequest, of app: App, _ scope: AdminScope
    ) async throws(AccountError) -> RequestContext? {
        guard let credential = try? request.bearer(),
            FirebaseService.isAdminCredential(credential) || isEmulator && isOwner(request)
        else { return nil }
        return try await requireOperator(request, of: app, scope).context
    }

    /// Returns the caller of an administrative method: a service account that the app trusts, an admin key valid for
    /// the app, or an emulator's operator. Throws for any other credential.
    ///
    /// - Parameter scope: The scope that the caller needs; nil if the handler checks the scope.
    func requireOperator(
        _ request: HTTPRequest, of app: App, _ scope: AdminScope?
    ) async throws(AccountError) -> FirebaseOperator {
        let presented: Secret
        do throws(AccountError) {
            presented = try request.bearer()
        } catch {
            throw error.with(
                FirebaseError.unauthenticated("Request is missing required authentication credential."))
        }
        var context = RequestContext(requestID: request.id.description, network: request.peer.network)
        if isEmulator, isOwner(request) {
            context = RequestContext(requestID: context.requestID, network: context.network, actor: "owner")
            return FirebaseOperator(context: context, scopes: .all)
        }
        if let access = firebase.firebaseAccess(presented, to: app) {
            context = RequestContext(requestID: context.requestID, network: context.network, actor: access.email)
            return FirebaseOperator(context: context, scopes: .all)
        }
        guard takesAdminKeys else {
            throw AccountError(.notAuthenticated, "the token does not belong to a service account of the project").with(
                Self.wrongToken)
        }
        do throws(AccountError) {
            let caller = try await adminKeys.authenticate(adminKey: presented, context: context)
            log.used(caller.key, request)
            if let scope { try caller.require(scope) }
            _ = try caller.app(app.configuredAppID.description, of: apps)
            return FirebaseOperator(context: request.context(by: caller), scopes: caller.key.scopes)
        } catch {
            switch error.code {
            case .notFound:
                throw error.with(FirebaseError.permissionDenied("INSUFFICIENT_PERMISSION : \(error.reason)"))
            case .notAuthenticated: throw error.with(Self.wrongToken)
            default: throw error
            }
        }
    }

    private static let wrongToken = FirebaseError.unauthenticated("Request had invalid authentication credentials.")
}

/// The caller of an administrative method.
struct FirebaseOperator: Sendable {
    /// The context of the request, for security events.
    let context: RequestContext
    /// The caller's scopes: all of them for a service account of the project and for an emulator's operator.
    let scopes: Set<AdminScope>

    func require(_ scope: AdminScope) throws(AccountError) {
        try scopes.require(scope)
    }
}

extension RoutePolicy {
    /// The policy of routes for many accounts, with a body of up to 4 MiB.
    static let firebaseMany = RoutePolicy(maxBodyBytes: 4 << 20, contentTypes: [], isBodyOptional: true)
}
