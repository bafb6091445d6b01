import Foundation
package import SesameCore

extension SignInService {
    /// Creates an account from a registration form of the server's own pages, and signs it in. If the same browser
    /// submits the form twice within a minute, for example by a double click, both requests get the same session,
    /// because the browser discards the first response.
    ///
    /// - Parameter browser: The value of the browser's cookie that the form is bound to.
    package func signUp(
        ticket: Secret, role: String?, profile: JSONObject, app: App, apps: AppDirectory, browser: Secret,
        context: RequestContext
    ) async throws(AccountError) -> Session {
        let form = SignUpForm(
            ticket: digest(ticket.exposed.utf8), role: role, profile: profile, app: app, apps: apps,
            account: AccountIDEntropy(environment), session: newSession(), now: environment.now,
            context: context)
        let browser = Data(digest(browser.exposed.utf8))
        let outcome = try await write {
            [flows] transaction throws(StorageError) -> Result<SubmittedForm.End, AccountError> in
            let sent = try flows.open(
                try transaction.flow(form.ticket), as: SubmittedForm.self, at: form.now, transaction)
            if let sent, sent.browser == browser, let session = try transaction.session(SessionID(sent.session)),
                session.isLive(at: form.now)
            {
                return .success(.again(session))
            }
            switch try form.submit(transaction) {
            case .refused(let refusal): return .failure(refusal)
            case .awaiting: throw .corrupt("a new account has a second factor")
            case .signedIn(let signIn):
                let sent = SubmittedForm(session: signIn.session.id.description, browser: browser)
                try transaction.insert(
                    try flows.record(sent, under: form.ticket, until: form.now.addingTimeInterval(SubmittedForm.memory))
                )
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

/// The record of a submitted registration form, stored under its ticket's digest.
private struct SubmittedForm: FlowPayload {
    static let stage = FlowRecord.Stage.sentForm
    /// The time in which the browser may submit the form again, in seconds.
    static let memory: TimeInterval = 60

    enum End: Sendable {
        case begun(Session)
        case again(Session)
    }

    let session: String
    /// The digest of the browser's cookie.
    let browser: Data

    /// The empty set: the record depends on no epoch, because it only refers to a session and is void when the session
    /// ends.
    var endedBy: Set<Epoch> { [] }
    var mark: AccountMark? { nil }
}
