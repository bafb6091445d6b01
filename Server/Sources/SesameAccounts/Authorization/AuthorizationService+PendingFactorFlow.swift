import Foundation
package import SesameCore

/// A pending browser sign-in that requires a second factor. On the server's own pages, its session is stored as
/// pending; for a client, the session begins only when the client exchanges the code.
struct PendingFactorFlow: FlowPayload {
    static let stage = FlowRecord.Stage.factor

    let app: String
    let session: String
    let account: String
    let way: UsedAuthenticationMethod
    let client: ClientRequest?
    let browser: Data
    let mark: AccountMark?

    init(
        _ pending: PendingSignIn, by way: UsedAuthenticationMethod, for client: ClientRequest?, browser: Data,
        _ reader: any StorageReader
    ) throws(StorageError) {
        app = pending.session.app.description
        session = pending.session.id.description
        account = pending.session.account.description
        self.way = way
        self.client = client
        self.browser = browser
        mark = try reader.mark(pending.session.account, in: pending.session.app, endedBy: .all)
    }

    var endedBy: Set<Epoch> { .all }

    /// Returns the encrypted record of the sign-in, which expires after ``Session/secondFactorTimeout``.
    func record(in cipher: FlowRecordCipher, under handle: Secret, at now: Date) throws(StorageError) -> FlowRecord {
        try cipher.record(self, under: handle, until: now.addingTimeInterval(Session.secondFactorTimeout))
    }
}

extension AuthorizationService {
    /// Returns the handle's sign-in that waits for a second factor, and its app. Throws if the handle is unknown or
    /// expired, or the browser is not the one that began the sign-in.
    package func pendingFlow(
        _ handle: Secret, browser: Secret?, apps: AppDirectory
    ) async throws(AccountError) -> (signIn: PendingSignIn, app: App) {
        let (handle, browser, now) = (digest(handle.exposed.utf8), browser, environment.now)
        let found = try await read { reader throws(StorageError) -> (PendingSignIn, App)? in
            guard let (step, app) = try openStep(handle, browser, apps, at: now, reader) else { return nil }
            let session = Session(
                id: SessionID(step.session), app: app.id, account: AccountID(step.account),
                method: step.way.method, policy: app.sessions, at: now)
            guard try reader.account(session.account, in: app.id) != nil else { return nil }
            return (try reader.pending(session), app)
        }
        guard let found else { throw .unknownFactorTicket }
        return found
    }

    /// Completes the sign-in pending under the handle with a second factor, in the browser that began the sign-in.
    /// After a wrong code, the sign-in stays pending.
    package func finishFlow(
        _ handle: Secret, showing presented: SecondFactorInput, browser: Secret?, apps: AppDirectory,
        context: RequestContext
    ) async throws(AccountError) -> FlowResult {
        let (pending, app) = try await pendingFlow(handle, browser: browser, apps: apps)
        let check = secondFactors.check(presented, context: context.within(app))
        let (key, code) = (digest(handle.exposed.utf8), environment.randomSecret())
        let end = try await secondFactors.presentingFactor(
            of: pending.session.account, in: app, context: context.within(app)
        ) {
            [self] transaction throws(StorageError) -> Result<FlowResult, AccountError> in
            guard let (step, _) = try openStep(key, browser, apps, at: check.now, transaction) else {
                return .failure(.unknownFactorTicket)
            }
            let outcome = try endStep(step, app, check, code: code, transaction)
            if case .success = outcome { try transaction.deleteFlow(key) }
            return outcome
        }
        if case .page(let session, _) = end { observe(.signedIn(session.app, session.method)) }
        return end
    }

    private func endStep(
        _ step: PendingFactorFlow, _ app: App, _ check: SecondFactorVerifier, code: Secret,
        _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<FlowResult, AccountError> {
        guard let client = step.client else {
            switch try check.end(SessionID(step.session), in: app, transaction) {
            case .success(.signedIn(let signIn)): return .success(.page(signIn.session, app))
            case .success: return .failure(.unknownFactorTicket)
            case .failure(let refusal): return .failure(refusal)
            }
        }
        guard let view = try transaction.view(of: AccountID(step.account), in: app.id) else {
            return .failure(.unknownFactorTicket)
        }
        if let refusal = view.account.refusal(ofSignInAs: client.role) { return .failure(refusal) }
        guard let shown = try check.run(for: view.account.id, in: app.id, transaction) else {
            return .failure(.wrongFactor)
        }
        guard try step.way.opens(view.account, transaction) else { return .failure(.unknownFactorTicket) }
        let content = try AuthorizationCodeGrant(
            client, view.account, session: SessionID(step.session), by: step.way, isNewUser: false, shown: shown,
            transaction)
        try transaction.insert(try content.record(in: flows, under: code, at: check.now))
        return .success(.client(client, code: code))
    }

    private func openStep(
        _ handle: [UInt8], _ browser: Secret?, _ apps: AppDirectory, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> (PendingFactorFlow, App)? {
        guard let step = try flows.open(try reader.flow(handle), as: PendingFactorFlow.self, at: now, reader),
            let app = AppID(step.app).flatMap({ apps[$0] }), let browser,
            digest(browser.exposed.utf8).isSame(as: Array(step.browser))
        else { return nil }
        return (step, app)
    }
}
