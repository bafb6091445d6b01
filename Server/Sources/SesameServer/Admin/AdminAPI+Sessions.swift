import NIOHTTP1
import SesameAccounts
import SesameCore
import SesameHTTP
import SesameSurface

extension AdminAPI {
    /// Lists an account's sessions, and ends them all.
    static let sessions = "/admin/v1/apps/{app}/users/{uid}/sessions"
    /// Ends one.
    static let session = "/admin/v1/apps/{app}/users/{uid}/sessions/{id}"

    var sessionRoutes: [Route] {
        [
            Route(.GET, Self.sessions, takes: .credential) { request, path in await listSessions(request, path) },
            Route(.DELETE, Self.sessions, takes: .credential, policy: .optionalJSON) { request, path in
                await endSessions(request, path, nil)
            },
            Route(.DELETE, Self.session, takes: .credential, policy: .optionalJSON) { request, path in
                await endSessions(request, path, SessionID(path["id"] ?? ""))
            },
        ]
    }

    private func listSessions(_ request: HTTPRequest, _ path: PathParameters) async -> HTTPResponse {
        await answer(request, path, .sessionsRead) { _, app throws(Refusal) in
            let sessions = try await accounts.sessions.sessions(of: path.uid, in: app.id)
            return .json(JSONValue.object(["sessions": .array(sessions.map(\.adminBody))]).serialized())
        }
    }

    private func endSessions(
        _ request: HTTPRequest, _ path: PathParameters, _ id: SessionID?
    ) async -> HTTPResponse {
        await answer(request, path, .sessionsWrite) { caller, app throws(Refusal) in
            try request.requireObjectOrNothing()
            try await accounts.sessions.revokeSessions(
                id, of: path.uid, in: app.id, context: request.context(by: caller))
            return .noContent
        }
    }
}

extension Session {
    /// The session as the operator sees it.
    fileprivate var adminBody: JSONValue {
        [
            "id": .string(id.description), "method": .string(method.rawValue),
            "creationTime": .integer(createdAt.secondsSince1970),
            "lastRefreshTime": .integer(refreshedAt.secondsSince1970),
            "expirationTime": .integer(endsAt.secondsSince1970),
        ]
    }
}
