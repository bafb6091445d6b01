import Sesame
import SesameCore

extension MockAccounts {
    /// Returns the account's live sessions, newest first.
    mutating func sessions(of session: Session) throws(AuthError) -> [AccountSession] {
        let user = try use(session).session.user
        return devices.values.filter { $0.ending == nil && $0.session.user.uid == user.uid }
            .map { device in
                AccountSession(
                    id: device.session.id,
                    method: device.session.user.providers.first ?? SignInMethod.anonymous.rawValue,
                    isCurrent: device.session.id == session.id, creationDate: device.creationDate,
                    lastRefreshDate: device.session.receivedAt)
            }
            .sorted { ($1.creationDate, $1.id.count, $1.id) < ($0.creationDate, $0.id.count, $0.id) }
    }

    /// Ends a session of the session's account. Throws `notFound` if the account has no such live session.
    mutating func endSession(_ id: String, of session: Session) throws(AuthError) {
        guard try sessions(of: session).contains(where: { $0.id == id }) else {
            throw AuthError(.notFound, "the account has no such session")
        }
        end(id, .sessionEnded)
    }

    mutating func endOtherSessions(of session: Session) throws(AuthError) {
        for other in try sessions(of: session) where !other.isCurrent { end(other.id, .sessionEnded) }
    }
}
