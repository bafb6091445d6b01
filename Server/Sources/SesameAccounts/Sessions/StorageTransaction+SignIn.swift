import Foundation

/// A new session, by its initial state.
enum StartedSession: Sendable {
    /// The session is usable.
    case begun(Session)
    /// The session waits for its second factor.
    case awaiting(Session)

    var session: Session {
        switch self {
        case .begun(let session), .awaiting(let session): session
        }
    }
}

extension StorageTransaction {
    /// Begins a session after a checked proof, or for a user whom the app's back end vouches for.
    ///
    /// - Parameters:
    ///   - shown: The second factor that the user has presented before.
    ///   - isKept: True if the session begins at once; false only reserves its id until a client redeems its code.
    func signIn(
        _ view: AccountRecord, to app: App, as role: String? = nil, by method: AuthenticationMethod,
        _ session: SessionSeed,
        shown: VerifiedFactor? = nil, at now: Date, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> SignInOutcome {
        var account = view.account
        if let refusal = account.refusal(ofSignInAs: role) { return .refused(refusal) }
        // The time of sign-in is not written with a new session, because the session itself contains it.
        account.lastSignInAt = max(now, account.lastSignInAt)
        let begun = try enter(
            session, for: account.id, in: app, method: method, shown: shown, at: now, context: context, isKept: isKept)
        if !isKept, case .begun = begun { try update(account) }
        return try outcome(begun, of: view.with(account), isNew: false)
    }

    /// Returns the result of a new session for its client.
    func outcome(
        _ begun: StartedSession, of view: AccountRecord, isNew: Bool
    ) throws(StorageError) -> SignInOutcome {
        switch begun {
        case .begun(let session): .signedIn(SignIn(view: view, session: session, isNew: isNew))
        case .awaiting(let session): .awaiting(try pending(session))
        }
    }

    /// Begins a session in an existing account: the single place that enforces second factors. If the account requires
    /// a factor that was not presented, the session is stored as pending; otherwise old sessions are ended to make room
    /// for it.
    ///
    /// - Parameters:
    ///   - shown: The second factor that the user has presented before.
    ///   - isKept: True if the session begins at once; false only reserves its id.
    func enter(
        _ seed: SessionSeed, for account: AccountID, in app: App, method: AuthenticationMethod,
        shown: VerifiedFactor? = nil,
        at now: Date, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> StartedSession {
        var session = Session(
            id: seed.id(for: account), app: app.id, account: account, method: method, policy: app.sessions, at: now)
        if let shown {
            session.secondFactor = .shown(shown)
        } else if try !factorsToShow(for: account, in: app.id, by: method).isEmpty {
            session.awaitFactor(at: now)
            if isKept { try keep(session, noting: .secondFactorRequired, at: now, context: context) }
            return .awaiting(session)
        }
        if isKept {
            try enforceSessionLimit(for: account, in: app, at: now, context: context)
            try keep(session, noting: .signedIn, at: now, context: context)
        }
        return .begun(session)
    }

    /// Begins and stores a session, or creates one for later without storing it. It is for sign-ins that never lead to
    /// an account with a second factor: for such an account it throws, and the transaction is rolled back.
    ///
    /// - Parameter provedAt: The time of the user's authentication, if it was earlier.
    func beginSession(
        _ seed: SessionSeed, for account: AccountID, in app: App, method: AuthenticationMethod, at now: Date,
        provedAt: Date? = nil, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> Session {
        guard try factorsToShow(for: account, in: app.id, by: method).isEmpty else {
            throw .corrupt("a session would begin without the account's second factor")
        }
        var session = Session(
            id: seed.id(for: account), app: app.id, account: account, method: method, policy: app.sessions, at: now)
        session.authTime = provedAt ?? now
        if isKept { try keep(session, noting: .signedIn, at: now, context: context) }
        return session
    }

    private func keep(
        _ session: Session, noting kind: SecurityEvent.Kind, at now: Date, context: RequestContext
    ) throws(StorageError) {
        try insertSession(session)
        try insert(
            SecurityEvent(
                kind: kind, app: session.app, account: session.account, session: session.id, at: now,
                context: context, detail: session.method.rawValue))
    }
}
