import SesameCore

extension AppFlow {
    mutating func began(_ kind: AppActivity.Kind) -> [AppEffect] {
        guard activity == nil, isPossible(kind) else { return [] }
        activityNumber += 1
        let activity = AppActivity(kind: kind, number: activityNumber)
        self.activity = activity
        problem = nil
        // While a form is shown, the action waits for it.
        if confirmation == nil { unconfirmed = nil }
        return [.run(activity)]
    }

    private func isPossible(_ kind: AppActivity.Kind) -> Bool {
        switch kind {
        case .signIn, .mail: return true
        case .signUp: if case .registration = screen { return true } else { return false }
        case .secondFactor: if case .secondFactor = screen { return true } else { return false }
        case .secondFactorText: return secondFactor != nil
        case .upgrade, .change, .deletion: return session.user != nil
        }
    }

    mutating func ended(_ error: AuthError?, _ number: Int) -> [AppEffect] {
        guard let activity, activity.number == number else { return [] }
        (self.activity, isFinishing) = (nil, false)
        guard let error else {
            switch activity.kind {
            case .secondFactorText: return secondFactorTexted()
            // The operation signs no user in, so a sign-in form remains.
            case .mail, .change: return []
            // The same user is signed in as before, so the form closes.
            case .signIn, .signUp, .secondFactor, .upgrade, .deletion: return formLeft()
            }
        }
        if case .register(let body) = error.recovery, activity.kind == .signIn || activity.kind == .signUp {
            confirmation = nil
            screen = .registration(RegistrationForm(body))
            return []
        }
        if case .submitSecondFactor(let body?) = error.recovery, activity.kind.canSignIn {
            confirmation = nil
            screen = .secondFactor(SecondFactorForm(body))
            return []
        }
        var effects: [AppEffect] = []
        if case .restart = error.recovery {
            (confirmation, outcome) = (nil, nil)
            effects = formLeft()
        }
        problem = error.shown
        return effects
    }

    /// Shows the outcome of an action. A late outcome is dropped, because the user may have canceled, or another user
    /// may be signed in.
    mutating func brought(_ outcome: AccountOutcome, _ number: Int) -> [AppEffect] {
        guard activity?.number == number, session.user != nil, !screen.isOfSignIn else { return [] }
        self.outcome = outcome
        return []
    }

    /// Shows the steps that remain after a deletion. Does nothing if a user is signed in, because the deleted account
    /// may have been another user's.
    mutating func deleted(_ deletion: AccountDeletion) -> [AppEffect] {
        if session.user == nil, !deletion.manualRevocation.isEmpty { self.deletion = deletion }
        return []
    }

    mutating func registrationFilled(_ form: RegistrationForm) -> [AppEffect] {
        guard case .registration(let shown) = screen, shown.ticket == form.ticket else { return [] }
        screen = .registration(form)
        return []
    }

    mutating func registrationCancelled() -> [AppEffect] {
        guard case .registration = screen else { return [] }
        if activity?.kind == .signUp { activity = nil }
        return formLeft()
    }

    /// Replaces a sign-in form by the screen for the session's state.
    mutating func formLeft() -> [AppEffect] {
        guard screen.isOfSignIn else { return [] }
        switch session {
        case .unresolved: return leave(to: .launching)
        case .locked: return leave(to: .locked)
        case .signedOut(let reason): return leave(to: .welcome(reason))
        case .signedIn(let user): return enter(user)
        }
    }
}
