import Foundation
package import SesameCore

extension SignInService {
    /// Makes an account by a registration form of our own pages, and signs it in. A form that the same browser sends
    /// twice, as by a double click, ends in the same session for a minute: what the first answer brought, its second click
    /// has thrown away.
    ///
    /// - Parameter browser: The value of the browser's cookie that the form is bound to.
    package func signUp(
        ticket: Secret, role: String?, profile: JSONObject, app: App, apps: AppDirectory, browser: Secret,
        context: RequestContext
    ) async throws(Refusal) -> Session {
        let form = SignUpForm(
            ticket: digest(ticket.exposed.utf8), role: role, profile: profile, app: app, apps: apps,
            account: AccountSeed(environment), session: newSession(), now: environment.now,
            context: context)
        let browser = Data(digest(browser.exposed.utf8))
        let outcome = try await write { [flows] transaction throws(StorageError) -> Result<SentForm.End, Refusal> in
            let sent = try flows.open(try transaction.flow(form.ticket), as: SentForm.self, at: form.now, transaction)
            if let sent, sent.browser == browser, let session = try transaction.session(SessionID(sent.session)),
                session.isLive(at: form.now)
            {
                return .success(.again(session))
            }
            switch try form.submit(transaction) {
            case .refused(let refusal): return .failure(refusal)
            case .awaiting: throw .corrupt("a new account with a second factor")
            case .signedIn(let signIn):
                let sent = SentForm(session: signIn.session.id.description, browser: browser)
                try transaction.insert(
                    try flows.record(sent, under: form.ticket, until: form.now.addingTimeInterval(SentForm.memory)))
                return .success(.begun(signIn.session))
            }
        }
        switch try outcome.get() {
        case .begun(let session):
            observe(.signedIn(session.app, session.method))
            return session
        case .again(let session): return session
        }
    }
}

/// A registration form that was sent, under its ticket's digest.
private struct SentForm: FlowContent {
    static let stage = FlowRecord.Stage.sentForm
    /// The seconds in which the browser may send it again.
    static let memory: TimeInterval = 60

    enum End: Sendable {
        case begun(Session)
        case again(Session)
    }

    let session: String
    /// Digest of the browser's cookie.
    let browser: Data

    /// It leads to its session, as long as that lives.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }
}
