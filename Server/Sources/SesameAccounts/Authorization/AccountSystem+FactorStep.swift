import Foundation
public import SesameCore

/// A browser's sign-in whose person has to show a second factor. Without a client its session waits in the database; with
/// one, no session begins before the client brings the code.
struct FactorStep: FlowContent {
    static let stage = FlowRecord.Stage.factor

    let app: String
    let session: String
    let account: String
    let provider: Provider
    let client: ClientRequest?
    let browser: Data
}

extension AccountSystem {
    /// The sign-in that waits under the handle for a second factor, in the browser that began it.
    public func pendingFlow(
        _ handle: Secret, browser: Secret?, apps: AppDirectory
    ) async throws(Refusal) -> (signIn: PendingSignIn, app: App) {
        let (handle, browser, now) = (digest(handle.exposed.utf8), browser, environment.now)
        let found = try await read { reader throws(StorageError) -> (PendingSignIn, App)? in
            guard let (step, app) = try openStep(handle, browser, apps, at: now, reader) else { return nil }
            let session = Session(
                id: SessionID(step.session), app: app.id, account: AccountID(step.account),
                method: SignInMethod(step.provider), policy: app.sessions, at: now)
            guard try reader.account(session.account, in: app.id) != nil else { return nil }
            return (try reader.pending(session), app)
        }
        guard let found else { throw .unknownFactorTicket }
        return found
    }

    /// Ends the sign-in that waits under the handle with its second factor, in the browser that began it. A wrong code
    /// leaves it as it is.
    public func finishFlow(
        _ handle: Secret, showing presented: PresentedFactor, browser: Secret?, apps: AppDirectory,
        context: RequestContext
    ) async throws(Refusal) -> FlowEnd {
        let (pending, app) = try await pendingFlow(handle, browser: browser, apps: apps)
        let check = check(presented, context: context.within(app))
        let (key, code) = (digest(handle.exposed.utf8), randomSecret())
        let end = try await presentingFactor(of: pending.session.account, in: app, context: context.within(app)) {
            transaction throws(StorageError) -> Result<FlowEnd, Refusal> in
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
        _ step: FactorStep, _ app: App, _ check: FactorCheck, code: Secret, _ transaction: any StorageTransaction
    ) throws(StorageError) -> Result<FlowEnd, Refusal> {
        guard let client = step.client else {
            switch try check.end(SessionID(step.session), in: app, transaction) {
            case .success(.signedIn(_, let session, _)): return .success(.page(session, app))
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
        guard view.identities.contains(where: { $0.provider == step.provider }) else {
            return .failure(.unknownFactorTicket)
        }
        let content = try AuthorizationCode(
            client, view, session: SessionID(step.session), by: SignInMethod(step.provider), isNewUser: false,
            shown: shown)
        let expiresAt = check.now.addingTimeInterval(AuthorizationCode.life)
        try transaction.insert(try flows.record(content, under: code, until: expiresAt))
        return .success(.client(client, code: code))
    }

    private func openStep(
        _ handle: [UInt8], _ browser: Secret?, _ apps: AppDirectory, at now: Date, _ reader: any StorageReader
    ) throws(StorageError) -> (FactorStep, App)? {
        guard let step = try flows.open(try reader.flow(handle), as: FactorStep.self, at: now),
            let app = AppID(step.app).flatMap({ apps[$0] }), let browser,
            digest(browser.exposed.utf8).isSame(as: Array(step.browser))
        else { return nil }
        return (step, app)
    }
}
