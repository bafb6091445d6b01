import Foundation
package import Sesame
package import SesameCore
import SesameWire

extension AppwriteAuthService: AuthSessionService {
    /// Returns the account's sessions by `GET /account/sessions`, newest first.
    package func sessions(of session: Session) async throws(AuthError) -> [AccountSession] {
        try await sessions(session.refreshToken).map { AccountSession($0) }
            .sorted { first, second in second.creationDate < first.creationDate }
    }

    /// Ends a session by `DELETE /account/sessions/{id}`. Throws `notFound` if the account has no such session.
    package func endSession(_ id: String, of session: Session) async throws(AuthError) {
        let sessions = try await sessions(session.refreshToken)
        guard let ended = sessions.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw AuthError(.notFound, "the account has no such session")
        }
        try await end(ended, as: session.refreshToken)
    }

    /// Ends the other sessions one by one, because Appwrite's request to end all of them also ends the caller's.
    package func endOtherSessions(of session: Session) async throws(AuthError) {
        try await endOthers(than: session)
    }
}

extension AccountSession {
    /// Converts Appwrite's session model, which has no time of the last refresh. The sign-in methods get the names of
    /// the native API.
    fileprivate init(_ model: AppwriteSession) {
        let method =
            switch model.provider {
            case "email": SignInMethod.password.rawValue
            case "magic-url": "email_link"
            case "server", "token": "custom"
            default: model.provider
            }
        self.init(
            id: model.id, method: method, isCurrent: model.isCurrent, creationDate: model.creationDate ?? .distantPast)
    }
}
