package import SesameCore

/// The keys of what the server's own pages keep in a browser.
struct WebKeys: Sendable {
    let sessions: SessionPass
    let forms: DerivedKey

    init(sessions: DerivedKey, forms: DerivedKey) {
        self.sessions = SessionPass(prefix: "ws_", key: sessions)
        self.forms = forms
    }
}

extension SessionService {
    /// The cookie that stands for the session on the server's own pages.
    package func webCookie(of session: SessionID) -> Secret {
        web.sessions.text(of: session)
    }

    /// Checks a session cookie and, every time, the session and the account behind it.
    package func authenticate(webCookie: Secret, apps: AppDirectory) async throws(Refusal) -> Caller {
        guard let id = web.sessions.session(of: webCookie) else {
            throw Refusal(.notAuthenticated, "this is no session cookie of this server")
        }
        guard let state = try await read({ reader throws(StorageError) in try reader.sessionState(id) }),
            let app = apps[state.session.app]
        else { throw Refusal(.sessionEnded, "the session has ended") }
        let now = environment.now
        if let refusal = state.session.refusal(disabledAt: state.disabledAt, at: now) { throw timely(refusal) }
        return Caller(app: app, session: state.session, checkedAt: now)
    }
}
