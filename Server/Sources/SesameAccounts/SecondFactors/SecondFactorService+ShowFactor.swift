import Foundation
package import SesameCore
import SesameWire

extension SecondFactorService {
    /// The sign-in that a ticket stands for, while it awaits its second factor.
    package func pendingSignIn(_ ticket: Secret, to app: App) async throws(Refusal) -> PendingSignIn {
        guard let id = factorTickets.session(of: ticket) else { throw .unknownFactorTicket }
        return try await pendingSignIn(of: id, to: app)
    }

    /// The sign-in of a session whose secret its client has already, while it awaits its second factor.
    package func pendingSignIn(sessionSecret: Secret, to app: App) async throws(Refusal) -> PendingSignIn {
        guard let id = sessionSecrets.session(of: sessionSecret) else { throw .unknownFactorTicket }
        return try await pendingSignIn(of: id, to: app)
    }

    private func pendingSignIn(of id: SessionID, to app: App) async throws(Refusal) -> PendingSignIn {
        let now = environment.now
        let found = try await read { reader throws(StorageError) -> PendingSignIn? in
            guard let session = try reader.session(id), session.app == app.id, session.awaitsFactor(at: now) else {
                return nil
            }
            return try reader.pending(session)
        }
        guard let found else { throw .unknownFactorTicket }
        if let refusal = found.view.account.refusal(ofSignInAs: nil) { throw refusal }
        return found
    }

    /// Has a code sent to a phone of somebody who is signing in.
    ///
    /// - Parameters:
    ///   - factor: The phone; nil where there is one only.
    ///   - language: The language of the text, for example `fr`; nil for the app's.
    package func sendFactorCode(
        for pending: PendingSignIn, factor id: String?, to app: App, language: String? = nil,
        context: RequestContext
    ) async throws(Refusal) {
        let order = CodeOrder.secondFactor(
            try pending.factors.phone(id), of: pending.session.account, in: language)
        try await sendFactorCode(order, in: app, context: context)
    }

    /// Ends a sign-in with the second factor: its session can be used from now on.
    ///
    /// A wrong code leaves the sign-in as it is. After some of them the next has to wait, whatever the sign-in.
    package func signIn(
        _ pending: PendingSignIn, showing presented: PresentedFactor, to app: App, context: RequestContext
    ) async throws(Refusal) -> SignIn {
        let id = pending.session.id
        return try await observed(app.id, pending.session.method) { () async throws(Refusal) in
            let check = check(presented, context: context)
            let outcome = try await presentingFactor(of: pending.session.account, in: app, context: context) {
                transaction throws(StorageError) in try check.end(id, in: app, transaction)
            }
            return try sessions.signIn(from: outcome)
        }
    }

    /// Gives a sign-in up that awaits its second factor. One that has it by now is signed out.
    package func giveUp(_ pending: PendingSignIn, context: RequestContext) async throws(Refusal) {
        let now = environment.now
        try await write { transaction throws(StorageError) in
            guard var session = try transaction.session(pending.session.id) else { return }
            guard session.awaitsFactor(at: now) else { return try transaction.end(session, at: now, context: context) }
            session.end(.signedOut, at: now)
            try transaction.update(session)
        }
    }

    /// Has a code sent to a phone of the caller's, to confirm with.
    ///
    /// - Parameter factor: The phone; nil where there is one only.
    package func sendFactorCode(
        to caller: Caller, factor id: String?, language: String? = nil, context: RequestContext
    ) async throws(Refusal) {
        try limiter?.admitChange(of: caller.session.account)
        let order = CodeOrder.secondFactor(
            try await sessions.account(of: caller).factors.phone(id), of: caller.session.account, in: language)
        try await sendFactorCode(order, in: caller.app, context: context)
    }

    /// Proves again who the caller is, by a second factor, so that operations that need a recent sign-in are allowed.
    ///
    /// - Returns: The session, with its new time of authentication.
    package func confirm(
        _ caller: Caller, showing presented: PresentedFactor, context: RequestContext
    ) async throws(Refusal) -> Session {
        try limiter?.admitChange(of: caller.session.account)
        let (app, now) = (caller.app, environment.now)
        let check = check(presented, context: context)
        return try await presentingFactor(of: caller.session.account, in: app, context: context) {
            transaction throws(StorageError) -> Result<Session, Refusal> in
            var (session, view): (Session, AccountView)
            switch try caller.current(at: now, transaction) {
            case .success(let current): (session, view) = (current.session, current.view)
            case .failure(let refusal): return .failure(refusal)
            }
            guard let shown = try check.run(for: session.account, in: app.id, transaction) else {
                return .failure(.wrongFactor)
            }
            let authTime = session.authTime
            session.show(shown, app.sessions, at: now)
            // Beside no factor it is a code that whoever had the session could make: it proves nobody.
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
    /// The number of the phone of that id; without one, of the only phone.
    func phone(_ id: String?) throws(Refusal) -> PhoneNumber {
        let phones = filter { factor in factor.number != nil && (id.map(factor.id.hasSameBytes) ?? true) }
        guard let number = phones.first?.number else { throw .noSuchFactor }
        guard phones.count == 1 else {
            throw Refusal(.invalidRequest, "the account has several phones; name one", field: "factorID")
        }
        return number
    }
}

extension Refusal {
    static let unknownFactorTicket = Refusal(
        .ticketExpired, "the ticket is unknown, used or expired; sign in again")
}
