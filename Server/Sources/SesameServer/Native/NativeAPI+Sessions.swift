import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension NativeAPI {
    var sessionRoutes: [Route] {
        [
            Route(.POST, APIRoute.refresh, takes: .credential) { request, _ in await refresh(request) },
            Route(.GET, APIRoute.sessions, takes: .credential) { request, _ in await list(request) },
            Route(.DELETE, APIRoute.sessions, takes: .credential, policy: .optionalJSON) { request, _ in
                await endOthers(request)
            },
            Route(.GET, APIRoute.session, takes: .credential) { request, path in await show(request, path) },
            Route(.DELETE, APIRoute.session, takes: .credential, policy: .optionalJSON) { request, path in
                await end(request, path)
            },
        ]
    }

    private func refresh(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let body = try request.body(RefreshRequest.self)
            let tokens = try await accounts.sessions.refresh(
                body.refreshToken, app: try apps.app(namedBy: request), apps: apps,
                context: request.contextInAnyApp)
            return .json(TokenAnswer(tokens))
        }
    }

    private func list(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let sessions = try await accounts.sessions.sessions(of: caller)
            return .json(SessionListAnswer(sessions: sessions.map { SessionBody($0, seenBy: caller) }))
        }
    }

    private func show(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let caller = try await caller(request)
            let session = try await accounts.sessions.session(id(path, caller), of: caller)
            return .json(SessionBody(session, seenBy: caller))
        }
    }

    private func endOthers(_ request: HTTPRequest) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            try request.requireObjectOrNothing()
            let caller = try await caller(request)
            try await accounts.sessions.endOtherSessions(of: caller, context: request.context(in: caller.app))
            return .noContent
        }
    }

    /// Ends a session. The current one also by its refresh token, when the access token has expired.
    private func end(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request) { () async throws(Refusal) in
            let bearer = try request.bearer()
            try request.requireObjectOrNothing()
            if path["id"] == Self.current, SessionService.isRefreshToken(bearer) {
                try await accounts.sessions.signOut(
                    with: bearer, app: try apps.app(namedBy: request), context: request.context)
                return .noContent
            }
            let caller = try await caller(request)
            try await accounts.sessions.endSession(
                id(path, caller), of: caller, context: request.context(in: caller.app))
            return .noContent
        }
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
