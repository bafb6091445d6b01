import Foundation
package import SesameCore

extension AuthorizationService {
    /// Signs in with an email address and a password in a browser, by the rules of
    /// ``signIn(email:password:to:role:context:)``. For a client, the session begins when the client exchanges the
    /// code.
    ///
    /// - Parameters:
    ///   - client: The client that sent the browser; nil for the server's own pages.
    ///   - browser: The cookie that identifies the browser if it must present a second factor.
    package func signIn(
        email: EmailAddress, password: Secret, to app: App, role: String?, for client: ClientRequest?,
        browser: Secret, context: RequestContext
    ) async throws(AccountError) -> FlowResult {
        try await observingRefusals(app.id, .password) { () async throws(AccountError) in
            var attempt = try await logins.attempt(email, password, to: app, role: role, context: context)
            attempt.beginsSession = client == nil
            let end = PasswordFlowResult(
                app: app, client: client, email: email, flows: flows, next: environment.randomSecret(),
                browser: Data(digest(browser.exposed.utf8)), now: attempt.now)
            return try await finished { [attempt] transaction throws(StorageError) in
                try end.of(try attempt.run(transaction), transaction)
            }
        }
    }

    /// Creates an account with an email address and a password in a browser, for a client or for the server's own
    /// pages.
    package func signUp(
        email: EmailAddress, password: Secret, to app: App, role: String?, profile: JSONObject,
        for client: ClientRequest?, context: RequestContext
    ) async throws(AccountError) -> FlowResult {
        try await observingRefusals(app.id, .password) { () async throws(AccountError) in
            var registration = try await logins.registration(
                email, password, to: app, role: role, profile: profile, context: context)
            registration.beginsSession = client == nil
            // The browser does not return, because a new account has no second factor.
            let end = PasswordFlowResult(
                app: app, client: client, email: email, flows: flows, next: environment.randomSecret(), browser: Data(),
                now: registration.now)
            return try await finished { [registration] transaction throws(StorageError) in
                try end.of(try registration.run(transaction), transaction)
            }
        }
    }

    private func finished(
        _ body: @escaping @Sendable (any StorageTransaction) throws(StorageError) -> Result<FlowResult, AccountError>
    ) async throws(AccountError) -> FlowResult {
        let end = try await write(body).get()
        if case .page(let session, _) = end { observe(.signedIn(session.app, session.method)) }
        return end
    }
}

/// The next step of a browser after a sign-in or sign-up with an email address and a password.
private struct PasswordFlowResult: Sendable {
    let app: App
    let client: ClientRequest?
    let email: EmailAddress
    let flows: FlowRecordCipher
    /// The client's code, or the handle of the second-factor page.
    let next: Secret
    let browser: Data
    let now: Date

    func of(
        _ outcome: SignInOutcome, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<FlowResult, AccountError> {
        let way = UsedAuthenticationMethod.password(name: email.description)
        switch outcome {
        case .refused(let refusal): return .failure(refusal)
        case .awaiting(let pending):
            let step = try PendingFactorFlow(pending, by: way, for: client, browser: browser, transaction)
            try transaction.insert(try step.record(in: flows, under: next, at: now))
            return .success(.factor(pending, app, next: next))
        case .signedIn(let signIn):
            guard let client else { return .success(.page(signIn.session, app)) }
            let code = try AuthorizationCodeGrant(
                client, signIn.view.account, session: signIn.session.id, by: way, isNewUser: signIn.isNew, transaction)
            try transaction.insert(try code.record(in: flows, under: next, at: now))
            return .success(.client(client, code: next))
        }
    }
}
