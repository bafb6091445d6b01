public import Sesame
public import SesameTexts

/// The operations of a screen that the recoveries use.
public protocol Screen: Sendable {
    /// Shows a text to the user, for example the message of an error.
    func show(_ message: String) async
    /// Shows that the device is offline, until other content is shown.
    func showOffline() async
    /// Shows the sign-in methods, with a notice, for example the reason for a sign-out; nil for none.
    func showSignIn(_ notice: String?) async
    /// Lets the user choose between two accounts; nil if they cancel.
    func choose(_ conflict: AccountConflict) async -> ConflictChoice?
    /// Lets the user fill in the form, and marks invalid fields; nil if they cancel.
    func fill(_ form: RegistrationForm, marking fields: [String]) async -> RegistrationForm?
    /// Asks the user for a second factor, and says if the last code was wrong; nil if they cancel.
    func show(_ form: SecondFactorForm, isWrong: Bool) async -> SecondFactorForm?
    /// Offers to send a report. `reference` is the request's id; nil if the error has none.
    func offerReport(_ message: String, reference: String?) async
}

/// Example recoveries from each kind of error. ``Sesame/AppState`` does the same for apps that use it.
public struct Recoveries: Sendable {
    let auth: AuthManager
    let source: any CredentialSource
    let screen: any Screen
    let texts: Texts
    let clock: AuthClock

    /// Creates the recoveries of an app with one sign-in method.
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
    /// Signs in, and shows nothing if the user cancels or taps twice: the buttons are enabled again.
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
    /// Calls the function until it succeeds or throws an error that cannot be retried. Waits between attempts for the
    /// delay requested by the server, or else with exponential backoff. Throws `cancelled` if the task is canceled
    /// during a wait.
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
                    throw AuthError(.cancelled, "the screen was closed")
                }
                pause = min(pause * 2, .seconds(60))
            }
        }
    }
    // snippet.end

    // snippet.signInAgain
    /// Follows the session. If the server ends it, the manager signs the user out by itself; the app then clears the
    /// user's data and offers the sign-in. At the first launch the reason is `noSession`, and there is nothing to
    /// clear.
    public func followSession(clear: @Sendable () async -> Void) async {
        for await state in auth.states {
            guard case .signedOut(let reason) = state else { continue }
            if reason != .noSession { await clear() }
            await screen.showSignIn(texts.notice(for: reason))
        }
    }
    // snippet.end

    // snippet.waitForUnlock
    /// Restores the session, and returns true if it could be read. False means that the device is locked, not that the
    /// user is signed out. Call this whenever the app comes to the foreground.
    public func cameToForeground() async -> Bool {
        await auth.restore() != .locked
    }
    // snippet.end

    // snippet.reauthenticate
    /// Deletes the account, after a fresh confirmation if the server requires one, and shows the steps left for the
    /// user.
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
    /// Upgrades a guest account. If the identity already has an account, the user chooses one of the two accounts.
    /// Returns the guest if the user cancels the choice.
    public func upgrade() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await auth.upgrade(using: source).user
        } catch {
            guard case .chooseAccount(let ticket?) = error.recovery, let conflict = error.conflict else { throw error }
            guard let choice = await screen.choose(conflict) else { return auth.auth }
            return try await auth.resolveConflict(choice, ticket: ticket).user
        }
    }
    // snippet.end

    // snippet.register
    /// Signs in, or shows a registration form to a user without an account; nil if the user cancels the form. The form
    /// needs no second sign-in at the provider.
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
    /// Lets the user fill in the form, and registers; shows the form again with the invalid fields marked until the
    /// server accepts it. Returns nil if the user cancels.
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
    /// Signs in, or registers a new user. If the form's ticket expires, after half an hour, the user signs in again and
    /// gets another form.
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

    // snippet.submitSecondFactor
    /// Signs in with a second factor, if the account requires one; nil if the user cancels. A wrong code can be
    /// corrected.
    public func signInWithBothSteps() async throws(AuthError) -> UserAuthInfo? {
        do throws(AuthError) {
            return try await auth.signIn(using: source).user
        } catch {
            guard case .submitSecondFactor(let body?) = error.recovery else { throw error }
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

    // snippet.useAnotherMethod
    /// Shows the sign-in methods again, with the error's message as the notice.
    func useAnotherMethod(_ error: AuthError) async {
        await screen.showSignIn(texts.message(for: error))
    }
    // snippet.end

    // snippet.report
    /// Offers a report of an unexpected error. The request's id identifies the request in the server's log; the error
    /// contains no personal data.
    func report(_ error: AuthError) async {
        await screen.offerReport(texts.message(for: error), reference: error.requestID)
    }
    // snippet.end

    // snippet.all
    /// Handles every error. The list of recoveries is closed, so an app that handles each case also handles the errors
    /// of a newer server.
    func recover(from error: AuthError) async {
        switch error.recovery {
        case .ignore, .waitForUnlock: break
        case .retry: await screen.showOffline()
        case .signInAgain, .restart: await screen.showSignIn(texts.message(for: error))
        case .useAnotherMethod: await useAnotherMethod(error)
        case .reauthenticate, .chooseAccount, .register, .submitSecondFactor, .correct:
            await screen.show(texts.message(for: error))
        case .report: await report(error)
        }
    }
    // snippet.end
}
