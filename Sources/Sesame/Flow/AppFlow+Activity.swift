import SesameCore

extension AppFlow {
    mutating func began(_ kind: AppActivity.Kind) -> [AppEffect] {
        guard activity == nil, isPossible(kind) else { return [] }
        activityNumber += 1
        let activity = AppActivity(kind: kind, number: activityNumber)
        self.activity = activity
        problem = nil
        // With a form it waits as long as the form is there.
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
            // Nobody is signed in by it: a form of the way in stays.
            case .mail, .change: return []
            // The person is signed in as who they were already; the form has nothing left to do.
            case .signIn, .signUp, .secondFactor, .upgrade, .deletion: return formLeft()
            }
        }
        if case .register(let body) = error.recovery, activity.kind == .signIn || activity.kind == .signUp {
            confirmation = nil
            screen = .registration(RegistrationForm(body))
            return []
        }
        if case .showSecondFactor(let body?) = error.recovery, activity.kind.canSignIn {
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

    /// A late outcome is for nobody: the person has given up, or it is another one.
    mutating func brought(_ outcome: AccountOutcome, _ number: Int) -> [AppEffect] {
        guard activity?.number == number, session.user != nil, !screen.isOfSignIn else { return [] }
        self.outcome = outcome
        return []
    }

    /// Shows the steps that are left after a deletion to their own user alone: another one may be signed in by now.
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

    /// Leaves a form of the way in for what the session says.
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
