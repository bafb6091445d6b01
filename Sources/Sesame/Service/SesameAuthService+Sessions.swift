import Foundation
package import SesameCore
import SesameWire

extension SesameAuthService: AuthSessionService {
    /// Returns the sessions by `GET /v1/sessions`.
    package func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        let response = try await send("GET", APIRoute.sessions, bearer: session.accessToken)
        let answer: SessionListResponse = try ServerResponseDecoder(response).body()
        return answer.sessions.map { AccountSession($0) }
    }

    /// Ends a session by `DELETE /v1/sessions/{id}`.
    package func endSession(_ id: String, of session: Session) async throws(AuthError) {
        // The server's name for the session of the request is no id.
        guard id != "current", let path = APIRoute.session.path(ofID: id) else {
            throw AuthError(.notFound, "the account has no such session")
        }
        try await delete(path, bearer: session.accessToken)
    }

    /// Ends the other sessions by `DELETE /v1/sessions`.
    package func endOtherSessions(of session: Session) async throws(AuthError) {
        try await delete(APIRoute.sessions, bearer: session.accessToken)
    }
}

extension AccountSession {
    fileprivate init(_ body: SessionBody) {
        self.init(
            id: body.id, method: body.method, isCurrent: body.isCurrent,
            creationDate: Date(timeIntervalSince1970: TimeInterval(body.creationTime)),
            lastRefreshDate: Date(timeIntervalSince1970: TimeInterval(body.lastRefreshTime)))
    }
}

extension String {
    /// Returns the route's path with the given id; nil if the id is empty or cannot be encoded.
    func path(ofID id: String) -> String? {
        guard let id = id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(["/", "."])),
            !id.isEmpty
        else { return nil }
        return replacingOccurrences(of: "{id}", with: id)
    }
}
