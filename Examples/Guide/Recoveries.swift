public import Sesame
public import SesameTexts

/// The screen's part in recoveries.
public protocol Screen: Sendable {
    /// Shows a message.
    func show(_ message: String) async
    /// Shows that there is no connection, until something else is shown.
    func showOffline() async
    /// Shows the ways to sign in, with a word on why nobody is signed in any more.
    func showSignIn(_ notice: String?) async
    /// Lets the person decide between two accounts; nil when they do not want to.
    func choose(_ conflict: AccountConflict) async -> ConflictChoice?
    /// Lets the person fill the form; nil when they give it up. Fields that were wrong are marked.
    func fill(_ form: RegistrationForm, marking fields: [String]) async -> RegistrationForm?
    /// Lets the person show a second factor; nil when they give it up. A code that was wrong is said to be.
    func show(_ form: SecondFactorForm, isWrong: Bool) async -> SecondFactorForm?
    /// Offers to send a report.
    func offerReport(_ message: String, reference: String?) async
}

/// Carries out each recovery by itself. ``Sesame/AppState`` does the same for apps that use it.
public struct Recoveries: Sendable {
    let auth: AuthManager
    let source: any CredentialSource
    let screen: any Screen
    let texts: Texts
    let clock: AuthClock

    /// The recoveries of an app with one way to sign in.
    public init(
        _ auth: AuthManager, source: some CredentialSource, screen: some Screen, texts: Texts = Texts(),
        clock: AuthClock = .system
    ) {
        self.auth = auth
        self.source = source
        self.screen = screen
        self.texts = texts
        self.clock = clock
    }

    // snippet.ignore
    /// A person who gives up, or taps twice, is told nothing: the buttons are alive again.
    public func signIn() async {
        do throws(AuthError) {
            try await auth.signIn(using: source)
        } catch {
            if case .ignore = error.recovery { return }
            await recover(from: error)
        }
    }
    // snippet.end

    // snippet.retry
    /// Tries again for as long as the network, or the server, is not there: with the pause that the server asks for,
    /// or else a growing one. The session stays whatever happens.
    public func persistently<Answer: Sendable>(
        _ call: () async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        var pause = Duration.seconds(1)
        while true {
            do throws(AuthError) {
                return try await call()
            } catch {
                guard case .retry(let asked) = error.recovery else { throw error }
                await screen.showOffline()
                do {
                    try await clock.sleep(for: asked ?? pause)
                } catch {
                    throw AuthError(.cancelled, "the screen has gone")
                }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }
    // snippet.end

    // snippet.signInAgain
    /// The manager has ended the session by itself when the server said so; the app hears of it here, wherever it
    /// happened, clears what it keeps of the person and offers the sign-in.
    public func followSession(clear: @Sendable () async -> Void) async {
        for await state in auth.states {
            guard case .signedOut(let reason) = state else { continue }
            await clear()
            await screen.showSignIn(texts.notice(for: reason))
        }
    }
    // snippet.end

    // snippet.waitForUnlock
    /// A locked device keeps the session to itself; nobody has been signed out. Call this whenever the app comes to the
    /// foreground.
    public func cameToForeground() async -> Bool {
        await auth.restore() != .locked
    }
    // snippet.end

    // snippet.reauthenticate
    /// Deletes the account after a fresh proof, and says what is left to the user.
    public func deleteAccount() async throws(AuthError) {
        let deletion: AccountDeletion
        do throws(AuthError) {
            deletion = try await auth.deleteAccount()
        } catch {
            guard case .reauthenticate = error.recovery else { throw error }
            let credential = try await source.credential(for: auth.request(for: .confirmation))
            deletion = try await auth.deleteAccount(confirmedBy: credential)
        }
        if let notice = texts.notice(for: deletion) { await screen.show(notice) }
    }
    // snippet.end

    // snippet.chooseAccount
    /// A guest whose Google account has an account of its own here decides which one to go on with.
    public func upgrade() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await auth.upgrade(using: source).user
        } catch {
            guard case .chooseAccount(let ticket?) = error.recovery, let conflict = error.conflict else { throw error }
            guard let choice = await screen.choose(conflict) else { return auth.auth }
            return try await auth.settle(choice, ticket: ticket).user
        }
    }
    // snippet.end

    // snippet.register
    /// Somebody without an account fills a form, and signs in by it: the provider is not asked again.
    public func signInOrRegister() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await auth.signIn(using: source).user
        } catch {
            guard case .register(let body) = error.recovery else { throw error }
            return try await register(RegistrationForm(body))
        }
    }
    // snippet.end

    // snippet.correct
    /// Sends the form, marks what is wrong in it, and sends it again.
    func register(_ empty: RegistrationForm) async throws(AuthError) -> UserAuthInfo? {
        var (form, wrong) = (empty, [String]())
        while let filled = await screen.fill(form, marking: wrong) {
            do throws(AuthError) {
                return try await auth.signIn(with: .registration(filled.registration)).user
            } catch {
                guard case .correct(let fields) = error.recovery else { throw error }
                (form, wrong) = (filled, fields)
            }
        }
        return nil
    }
    // snippet.end

    // snippet.restart
    /// Signs in and registers. A form's ticket expires after half an hour; then the user signs in anew and gets another
    /// form.
    public func signInAndRegister() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await signInOrRegister()
        } catch {
            guard case .restart = error.recovery else { throw error }
            await screen.show(texts.message(for: error))
            return try await signInOrRegister()
        }
    }
    // snippet.end

    // snippet.showSecondFactor
    /// The first proof was right, and the account asks for more. The sign-in goes on with the code as if it had been
    /// enough, and a wrong one can be put right.
    public func signInWithBothSteps() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await auth.signIn(using: source).user
        } catch {
            guard case .showSecondFactor(let body?) = error.recovery else { throw error }
            var (form, isWrong) = (SecondFactorForm(body), false)
            while let filled = await screen.show(form, isWrong: isWrong) {
                do throws(AuthError) {
                    return try await auth.signIn(with: .secondFactor(filled.proof)).user
                } catch {
                    guard error.code == .invalidCredentials else { throw error }
                    (form, isWrong) = (filled, true)
                }
            }
            return nil
        }
    }
    // snippet.end

    // snippet.chooseAnotherWay
    /// Says what stands in the way, and shows the sign-in methods again.
    func chooseAnotherWay(_ error: AuthError) async {
        await screen.showSignIn(texts.message(for: error))
    }
    // snippet.end

    // snippet.report
    /// A fault is nobody's mistake. The request's id leads to it in the server's log; the error holds nothing personal.
    func report(_ error: AuthError) async {
        await screen.offerReport(texts.message(for: error), reference: error.requestID)
    }
    // snippet.end

    // snippet.all
    /// The list is closed: an app that handles each case has handled every error, also those of a newer server.
    func recover(from error: AuthError) async {
        switch error.recovery {
        case .ignore, .waitForUnlock: break
        case .retry: await screen.showOffline()
        case .signInAgain, .restart: await screen.showSignIn(texts.message(for: error))
        case .chooseAnotherWay: await chooseAnotherWay(error)
        case .reauthenticate, .chooseAccount, .register, .showSecondFactor, .correct:
            await screen.show(texts.message(for: error))
        case .report: await report(error)
        }
    }
    // snippet.end
}
