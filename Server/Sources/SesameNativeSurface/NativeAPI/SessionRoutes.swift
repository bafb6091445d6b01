import NIOHTTP1
import SesameAccounts
import SesameHTTP
import SesameSurface
import SesameWire

/// The native routes for tokens and sessions.
struct SessionRoutes: Sendable {
    let sessions: SessionService
    let door: NativeAuthenticator

    var routes: [Route] {
        [
            door.route(.POST, APIRoute.refresh, takes: .credential, refresh),
            door.route(.GET, APIRoute.sessions, takes: .credential, list),
            door.route(.DELETE, APIRoute.sessions, takes: .credential, policy: .optionalJSON, endOthers),
            door.route(.GET, APIRoute.session, takes: .credential, show),
            door.route(.DELETE, APIRoute.session, takes: .credential, policy: .optionalJSON, end),
        ]
    }

    private func refresh(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let body = try request.body(RefreshRequest.self)
        let tokens = try await sessions.refresh(
            body.refreshToken, app: try door.apps.app(namedBy: request), apps: door.apps,
            context: request.contextInAnyApp)
        return .json(TokenResponse(tokens))
    }

    private func list(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let sessions = try await self.sessions.sessions(of: caller)
        return .json(SessionListResponse(sessions: sessions.map { SessionBody($0, seenBy: caller) }))
    }

    private func show(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        let session = try await sessions.session(id(path, caller), of: caller)
        return .json(SessionBody(session, seenBy: caller))
    }

    private func endOthers(_ request: HTTPRequest) async throws(AccountError) -> HTTPResponse {
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        try await sessions.endOtherSessions(of: caller, context: request.context(in: caller.app))
        return .noContent
    }

    /// Ends the session in the path. The current session can also be ended with its refresh token, because the access
    /// token may have expired.
    private func end(_ request: HTTPRequest, _ path: PathParameters) async throws(AccountError) -> HTTPResponse {
        let bearer = try request.bearer()
        if path["id"] == Self.current, SessionService.isRefreshToken(bearer) {
            try request.requireObjectOrNothing()
            try await sessions.signOut(
                with: bearer, app: try door.apps.app(namedBy: request), context: request.context)
            return .noContent
        }
        let caller = try await door.caller(request)
        try request.requireObjectOrNothing()
        try await sessions.endSession(
            id(path, caller), of: caller, context: request.context(in: caller.app))
        return .noContent
    }

    private static let current = "current"

    private func id(_ path: PathParameters, _ caller: Caller) -> SessionID {
        guard let id = path["id"], id != Self.current else { return caller.session.id }
        return SessionID(id)
    }
}

extension SessionBody {
    init(_ session: Session, seenBy caller: Caller) {
        self.init(
            id: session.id.description, isCurrent: session.id == caller.session.id, method: session.method.rawValue,
            creationTime: session.createdAt.secondsSince1970, lastRefreshTime: session.refreshedAt.secondsSince1970,
            expirationTime: session.endsAt.secondsSince1970)
    }
}
