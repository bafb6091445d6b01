import Foundation
package import SesameCore

extension AuthorizationService {
    /// Completes the browser sign-in whose identity is stored under the handle. Only the browser that began the sign-in
    /// can complete it.
    ///
    /// - Parameter sessionCookie: The browser's session cookie for the server's pages. A link that began on those pages
    ///   requires the same session.
    package func finishFlow(
        _ handle: Secret, browser: Secret?, sessionCookie: Secret?, apps: AppDirectory, context: RequestContext
    ) async throws(AccountError) -> FlowResult {
        let finish = FlowCompletionTransaction(
            tools: linking.tools, ticketKey: ticketKey, handle: digest(handle.exposed.utf8),
            browser: browser.map { Data(digest($0.exposed.utf8)) }, apps: apps, session: newSession(),
            account: AccountIDEntropy(environment), code: environment.randomSecret(),
            conflictTicket: ConflictTicket.secret(environment.randomBytes(32)), now: environment.now,
            context: context, signedIn: sessionCookie.flatMap(web.sessions.session(of:)))
        let end = try await write { transaction throws(StorageError) in try finish.run(transaction) }
        if case .page(let session, _) = end { observe(.signedIn(session.app, session.method)) }
        return end
    }

    /// Completes a client's sign-in with the registration form. Throws if the form is refused; an invalid form does not
    /// consume the ticket.
    package func signUp(
        ticket: Secret, role: String?, profile: JSONObject, continuing next: Secret, browser: Secret?,
        apps: AppDirectory, context: RequestContext
    ) async throws(AccountError) -> FlowResult {
        let finish = FlowCompletionTransaction(
            tools: linking.tools, ticketKey: ticketKey, handle: digest(next.exposed.utf8),
            browser: browser.map { Data(digest($0.exposed.utf8)) },
            apps: apps, session: newSession(), account: AccountIDEntropy(environment),
            code: environment.randomSecret(), conflictTicket: ConflictTicket.secret(environment.randomBytes(32)),
            now: environment.now, context: context)
        let ticket = digest(ticket.exposed.utf8)
        let end = try await write { transaction throws(StorageError) in
            try finish.register(ticket: ticket, role: role, profile: profile, transaction)
        }
        if case .refused(let refusal, _, _) = end { throw refusal }
        return end
    }
}

/// The completion of a browser's sign-in, in one transaction.
private struct FlowCompletionTransaction: Sendable {
    let tools: LinkTools
    let ticketKey: DerivedKey
    let handle: [UInt8]
    let browser: Data?
    let apps: AppDirectory
    let session: SessionSeed
    let account: AccountIDEntropy
    let code: Secret
    let conflictTicket: Secret
    let now: Date
    let context: RequestContext
    /// The session of the server's pages in the browser; nil if the browser is not signed in to them.
    var signedIn: SessionID?

    func run(_ transaction: any StorageTransaction) throws(StorageError) -> FlowResult {
        let record = try transaction.flow(handle)
        guard let returned = try tools.flows.open(record, as: CallbackIdentity.self, at: now, transaction),
            let app = returned.flow.app.flatMap({ apps[$0] }), app.privacy.isCurrent(returned.verified.subject.current)
        else { return .expired }
        guard isBrowser(returned.flow.browser) else { return .otherBrowser }
        // A user of this browser cannot complete a link that another user began.
        if case .link(let session) = returned.flow.purpose, let signedIn, signedIn != session.id {
            return .otherBrowser
        }
        try transaction.deleteFlow(handle)
        let flow = returned.flow
        let verified = returned.verified
        let token = try returned.token(for: app, tools.providerTokens)
        if let client = flow.purpose.client, client.linking != nil {
            let promised = PendingLink(returned: returned)
            try transaction.insert(try promised.record(in: tools.flows, under: code, at: now))
            // The client may never present the code, or be refused.
            try transaction.abandon(token, at: now)
            return .client(client, code: code)
        }
        if case .confirmation(let request) = flow.purpose {
            var confirmation = ReauthenticationTransaction(
                app: app.id, session: request.session, provider: flow.provider, verified: verified, proof: .flow,
                cipher: tools.providerTokens, now: now, context: context.within(app))
            confirmation.token = token
            return try confirm(confirmation, request.place, of: app, transaction)
        }
        if case .link(let session) = flow.purpose {
            return try link(returned, in: session.id, of: app, transaction)
        }
        var attempt = SignInTransaction(
            app: app, provider: flow.provider, verified: verified, proof: .flow, role: flow.purpose.role,
            session: session, newAccount: account,
            ticket: RegistrationTicket.secret(for: verified, app: app.id, key: ticketKey),
            cipher: tools.providerTokens, codes: tools.oneTimeCodes, notices: tools.notices, now: now,
            context: context.within(app))
        attempt.token = token
        attempt.beginsSession = flow.purpose.client == nil
        switch try attempt.run(transaction) {
        case .signedIn(let signIn):
            guard let client = flow.purpose.client else { return .page(signIn.session, app) }
            return try give(client, signIn, transaction)
        case .awaiting(let pending):
            let way = try UsedAuthenticationMethod(pending.session.method, of: pending.view)
            let step = try PendingFactorFlow(
                pending, by: way, for: flow.purpose.client, browser: flow.browser, transaction)
            try transaction.insert(try step.record(in: tools.flows, under: code, at: now))
            return .factor(pending, app, next: code)
        case .refused(let refusal):
            guard let registration = refusal.registration else {
                return .refused(refusal, app, flow.purpose.client)
            }
            return try letRegister(registration, of: app, flow, transaction)
        }
    }

    private func confirm(
        _ confirmation: ReauthenticationTransaction, _ place: String, of app: App, _ transaction: any StorageTransaction
    ) throws(StorageError) -> FlowResult {
        switch try confirmation.run(transaction) {
        case .success: return .confirmed(app, place: place)
        case .failure(let refusal): return .refused(refusal, app, nil)
        }
    }

    private func link(
        _ returned: CallbackIdentity, in session: SessionID, of app: App, _ transaction: any StorageTransaction
    ) throws(StorageError) -> FlowResult {
        guard signedIn == session, let current = try transaction.session(session), current.app == app.id else {
            return .refused(AccountError(.sessionEnded, "the session has ended"), app, nil)
        }
        let change = AccountLinker(
            tools: tools, caller: returned.caller(in: current, of: app, at: now), session: self.session, now: now,
            context: context.within(app))
        let attempt = try LinkTransaction(of: returned, change, ticket: conflictTicket)
        switch try attempt.run(transaction) {
        case .done(_, _, let session): return .linked(session, app)
        case .refused(let refusal):
            guard let conflict = refusal.conflict else { return .refused(refusal, app, nil) }
            return .conflict(conflict, refusal, session, app)
        }
    }

    private func letRegister(
        _ registration: AccountError.Registration, of app: App, _ flow: BrowserFlow,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> FlowResult {
        guard let client = flow.purpose.client else {
            return .register(registration, app, role: flow.purpose.role, next: nil)
        }
        let pending = PendingRegistration(app: app.id.description, client: client, browser: flow.browser)
        let expiresAt = now.addingTimeInterval(RegistrationTicket.lifetime)
        try transaction.insert(try tools.flows.record(pending, under: code, until: expiresAt))
        return .register(registration, app, role: client.role, next: code)
    }

    func register(
        ticket: [UInt8], role: String?, profile: JSONObject, _ transaction: any StorageTransaction
    ) throws(StorageError) -> FlowResult {
        let record = try transaction.flow(handle)
        guard let pending = try tools.flows.open(record, as: PendingRegistration.self, at: now, transaction),
            let app = AppID(pending.app).flatMap({ apps[$0] })
        else { return .expired }
        guard isBrowser(pending.browser) else { return .otherBrowser }
        var form = SignUpForm(
            ticket: ticket, role: role, profile: profile, app: app, apps: apps, account: account, session: session,
            now: now, context: context.within(app))
        form.beginsSession = false
        switch try form.submit(transaction) {
        case .refused(let refusal): return .refused(refusal, app, pending.client)
        case .awaiting: throw .corrupt("a new account has a second factor")
        case .signedIn(let signIn):
            try transaction.deleteFlow(handle)
            return try give(pending.client, signIn, transaction)
        }
    }

    private func give(
        _ client: ClientRequest, _ signIn: SignIn, _ transaction: any StorageTransaction
    ) throws(StorageError) -> FlowResult {
        let session = signIn.session
        let way = try UsedAuthenticationMethod(session.method, of: signIn.view)
        let content = try AuthorizationCodeGrant(
            client, signIn.view.account, session: session.id, by: way, isNewUser: signIn.isNew, transaction)
        try transaction.insert(try content.record(in: tools.flows, under: code, at: now))
        return .client(client, code: code)
    }

    private func isBrowser(_ expected: Data) -> Bool { Array(browser ?? Data()).isSame(as: Array(expected)) }
}
