import Foundation

/// A session as it began.
enum BegunSession: Sendable {
    /// It can be used.
    case begun(Session)
    /// It awaits its second factor.
    case awaiting(Session)

    var session: Session {
        switch self {
        case .begun(let session), .awaiting(let session): session
        }
    }
}

extension StorageTransaction {
    /// Begins a session of somebody whose proof was checked, or whom others have vouched for.
    ///
    /// - Parameters:
    ///   - shown: The second factor that they have shown before.
    ///   - isKept: True if the session begins at once. Otherwise it is only spoken for, and begins when a client brings
    ///     its code.
    func signIn(
        _ view: AccountView, to app: App, as role: String? = nil, by method: SignInMethod, _ session: SessionSeed,
        shown: ShownFactor? = nil, at now: Date, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> SignInOutcome {
        var account = view.account
        if let refusal = account.refusal(ofSignInAs: role) { return .refused(refusal) }
        // Not written with a session: that says by itself when its account was last signed in to.
        account.lastSignInAt = max(now, account.lastSignInAt)
        let begun = try enter(
            session, for: account.id, in: app, method: method, shown: shown, at: now, context: context, isKept: isKept)
        if !isKept, case .begun = begun { try update(account) }
        return try outcome(begun, of: view.with(account), isNew: false)
    }

    /// Returns the result of a started session for its client.
    func outcome(
        _ begun: BegunSession, of view: AccountView, isNew: Bool
    ) throws(StorageError) -> SignInOutcome {
        switch begun {
        case .begun(let session): .signedIn(SignIn(view: view, session: session, isNew: isNew))
        case .awaiting(let session): .awaiting(try pending(session))
        }
    }

    /// Begins a session in an account that was there before: the one gate that second factors stand at. Where the account
    /// has one that was not shown, the session awaits it, and is noted as that; else room is made for it.
    ///
    /// - Parameters:
    ///   - shown: The second factor that the person has shown before.
    ///   - isKept: True if the session begins at once. Otherwise it is only spoken for.
    func enter(
        _ seed: SessionSeed, for account: AccountID, in app: App, method: SignInMethod, shown: ShownFactor? = nil,
        at now: Date, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> BegunSession {
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
            try makeRoom(for: account, in: app, at: now, context: context)
            try keep(session, noting: .signedIn, at: now, context: context)
        }
        return .begun(session)
    }

    /// Begins a session, and notes it; or makes one that is not kept, for later. For doors that lead to no account with a
    /// second factor: if one does, nothing begins, and the transaction is void.
    ///
    /// - Parameter provedAt: The time at which the person proved who they are, if that was before.
    func beginSession(
        _ seed: SessionSeed, for account: AccountID, in app: App, method: SignInMethod, at now: Date,
        provedAt: Date? = nil, context: RequestContext, isKept: Bool = true
    ) throws(StorageError) -> Session {
        guard try factorsToShow(for: account, in: app.id, by: method).isEmpty else {
            throw .corrupt("a session that nobody has shown a second factor for")
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
