import Foundation

/// A new session, usable or pending.
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
    /// Begins a session after a credential was verified, or for a user whom the app's back end vouches for. The outcome
    /// is a refusal if the account is disabled or has another role, and pending if a second factor is required.
    ///
    /// - Parameters:
    ///   - role: The requested role; nil for any.
    ///   - shown: The second factor that the user has already presented; nil if none.
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

    /// Returns the outcome of a sign-in: signed in if the new session is usable, otherwise waiting for a second factor.
    func outcome(
        _ begun: StartedSession, of view: AccountRecord, isNew: Bool
    ) throws(StorageError) -> SignInOutcome {
        switch begun {
        case .begun(let session): .signedIn(SignIn(view: view, session: session, isNew: isNew))
        case .awaiting(let session): .awaiting(try pending(session))
        }
    }

    /// Begins a session in an existing account. This is the single place that enforces second factors: if the account
    /// requires a factor that was not presented, the session is stored as pending. Otherwise the oldest sessions end if
    /// the app's maximum is exceeded.
    ///
    /// - Parameters:
    ///   - shown: The second factor that the user has already presented; nil if none.
    ///   - isKept: True if the session begins at once; false only reserves its id.
    func enter(
        _ seed: SessionSeed, for account: AccountID, in app: App, method: AuthenticationMethod,
        shown: VerifiedFactor? = nil,
        at now: Date, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> StartedSession {
        var session = Session(
            id: seed.id(for: account), app: app.id, account: account, method: method, policy: app.sessions, at: now)
        if let shown {
            session.secondFactor = .verified(shown)
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

    /// Begins a session that needs no second factor, and stores the session if `isKept` is true. Throws if the account
    /// requires a second factor for the method, which rolls back the transaction.
    ///
    /// - Parameters:
    ///   - provedAt: The time of the user's authentication; nil for now.
    ///   - isKept: True if the session begins at once; false only reserves its id.
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
