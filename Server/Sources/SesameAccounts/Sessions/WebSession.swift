package import SesameCore

/// The keys for session cookies and forms on the server's own pages.
struct WebKeys: Sendable {
    let sessions: SignedSessionID
    let forms: DerivedKey

    init(sessions: DerivedKey, forms: DerivedKey) {
        self.sessions = SignedSessionID(prefix: "ws_", key: sessions)
        self.forms = forms
    }
}

extension SessionService {
    /// Returns the value of the session's cookie on the server's own pages.
    package func sessionCookie(of session: SessionID) -> Secret {
        web.sessions.text(of: session)
    }

    /// Verifies a session cookie, and checks the session and its account in the database at each call. Throws if the
    /// cookie is invalid or the session has ended.
    package func authenticate(sessionCookie: Secret, apps: AppDirectory) async throws(AccountError) -> Caller {
        guard let id = web.sessions.session(of: sessionCookie) else {
            throw AccountError(.notAuthenticated, "the session cookie was not issued by this server")
        }
        guard let state = try await read({ reader throws(StorageError) in try reader.sessionState(id) }),
            let app = apps[state.session.app]
        else { throw AccountError(.sessionEnded, "the session has ended") }
        let now = environment.now
        if let refusal = state.session.refusal(disabledAt: state.disabledAt, at: now) { throw timely(refusal) }
        return Caller(app: app, session: state.session, checkedAt: now)
    }
}
