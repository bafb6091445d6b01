import Foundation
package import SesameCore
import SesameWire

extension SecondFactorService {
    /// Returns the pending sign-in of a ticket; throws `ticketExpired` if the sign-in no longer waits for a second
    /// factor.
    package func pendingSignIn(_ ticket: Secret, to app: App) async throws(AccountError) -> PendingSignIn {
        guard let id = factorTickets.session(of: ticket) else { throw .unknownFactorTicket }
        return try await pendingSignIn(of: id, to: app)
    }

    /// Returns the pending sign-in of a session secret, for clients that receive the secret before they present the
    /// second factor. Throws `ticketExpired` if the sign-in no longer waits for a second factor.
    package func pendingSignIn(sessionSecret: Secret, to app: App) async throws(AccountError) -> PendingSignIn {
        guard let id = sessionSecrets.session(of: sessionSecret) else { throw .unknownFactorTicket }
        return try await pendingSignIn(of: id, to: app)
    }

    private func pendingSignIn(of id: SessionID, to app: App) async throws(AccountError) -> PendingSignIn {
        let now = environment.now
        let found = try await read { reader throws(StorageError) -> PendingSignIn? in
            guard let session = try reader.session(id), session.app == app.id, session.isPendingSecondFactor(at: now)
            else {
                return nil
            }
            return try reader.pending(session)
        }
        guard let found else { throw .unknownFactorTicket }
        if let refusal = found.view.account.refusal(ofSignInAs: nil) { throw refusal }
        return found
    }

    /// Sends a code to a phone of a user who is signing in.
    ///
    /// - Parameters:
    ///   - factor: The id of the phone's factor; nil if the account has only one phone.
    ///   - language: The language of the text, for example `fr`; nil for the app's.
    package func sendSecondFactorCode(
        for pending: PendingSignIn, factor id: String?, to app: App, language: String? = nil,
        context: RequestContext
    ) async throws(AccountError) {
        let order = OneTimeCodeRequest.secondFactor(
            try pending.factors.phone(id), of: pending.session.account, in: language)
        try await sendSecondFactorCode(order, in: app, context: context)
    }

    /// Completes a sign-in with the second factor; its session becomes usable.
    ///
    /// Throws `invalidCredentials` for a wrong code, and the sign-in stays pending. After several wrong codes the next
    /// attempt has to wait, for all sign-ins to the account.
    package func signIn(
        _ pending: PendingSignIn, showing presented: SecondFactorInput, to app: App, context: RequestContext
    ) async throws(AccountError) -> SignIn {
        let id = pending.session.id
        return try await observed(app.id, pending.session.method) { () async throws(AccountError) in
            let check = check(presented, context: context)
            let outcome = try await presentingFactor(of: pending.session.account, in: app, context: context) {
                transaction throws(StorageError) in try check.end(id, in: app, transaction)
            }
            return try sessions.signIn(from: outcome)
        }
    }

    /// Cancels a sign-in that waits for its second factor. If the sign-in was completed meanwhile, its session is
    /// signed out.
    package func cancelSignIn(_ pending: PendingSignIn, context: RequestContext) async throws(AccountError) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            guard var session = try transaction.session(pending.session.id) else { return }
            guard session.isPendingSecondFactor(at: now) else {
                return try transaction.end(session, at: now, context: context)
            }
            session.end(.signedOut, at: now)
            try transaction.update(session)
        }
    }

    /// Sends a code to a phone of the caller, for a confirmation.
    ///
    /// - Parameter factor: The id of the phone's factor; nil if the account has only one phone.
    package func sendSecondFactorCode(
        to caller: Caller, factor id: String?, language: String? = nil, context: RequestContext
    ) async throws(AccountError) {
        try limiter?.admitChange(of: caller.session.account)
        let order = OneTimeCodeRequest.secondFactor(
            try await sessions.account(of: caller).factors.phone(id), of: caller.session.account, in: language)
        try await sendSecondFactorCode(order, in: caller.app, context: context)
    }

    /// Confirms the caller with a second factor, so that operations that need a recent sign-in are allowed. Throws
    /// `invalidCredentials` for a wrong code.
    ///
    /// - Returns: The session, with its new time of authentication. In an account without a second factor, a recovery
    ///   code does not change that time.
    package func reauthenticate(
        _ caller: Caller, showing presented: SecondFactorInput, context: RequestContext
    ) async throws(AccountError) -> Session {
        try limiter?.admitChange(of: caller.session.account)
        let (app, now) = (caller.app, environment.now)
        let check = check(presented, context: context)
        return try await presentingFactor(of: caller.session.account, in: app, context: context) {
            transaction throws(StorageError) -> Result<Session, AccountError> in
            var (session, view): (Session, AccountRecord)
            switch try caller.current(at: now, transaction) {
            case .success(let current): (session, view) = (current.session, current.view)
            case .failure(let refusal): return .failure(refusal)
            }
            guard let shown = try check.run(for: session.account, in: app.id, transaction) else {
                return .failure(.wrongFactor)
            }
            let authTime = session.authTime
            session.show(shown, app.sessions, at: now)
            // Without a factor the code proves nothing, because a thief with the session could have created it.
            if view.factors.isEmpty { session.authTime = authTime }
            try transaction.update(session)
            guard !view.factors.isEmpty else { return .success(session) }
            try transaction.insert(
                SecurityEvent(
                    kind: .confirmed, app: app.id, account: session.account, session: session.id, at: now,
                    context: context))
            return .success(session)
        }
    }
}

extension [SecondFactor] {
    /// Returns the number of the phone with the given id, or of the only phone if the id is nil. Throws if no phone
    /// matches, or if the id is nil and the account has several phones.
    func phone(_ id: String?) throws(AccountError) -> PhoneNumber {
        let phones = filter { factor in factor.number != nil && (id.map(factor.id.hasSameBytes) ?? true) }
        guard let number = phones.first?.number else { throw .noSuchFactor }
        guard phones.count == 1 else {
            throw AccountError(
                .invalidRequest, "the account has several phones as second factors; name one", field: "factorID")
        }
        return number
    }
}

extension AccountError {
    static let unknownFactorTicket = AccountError(
        .ticketExpired, "the ticket is unknown, used or expired; sign in again")
}
