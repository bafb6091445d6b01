import SesameCore

extension AppFlow {
    /// The shown second-factor form, of a sign-in or of a confirmation; nil if none is shown.
    private(set) var secondFactor: SecondFactorForm? {
        get { if case .secondFactor(let form) = screen { form } else { confirmation } }
        set {
            guard case .secondFactor = screen else { return confirmation = newValue }
            if let newValue { screen = .secondFactor(newValue) }
        }
    }

    /// Asks the user to confirm the action: with the given second-factor form, or with a sign-in method if the form is
    /// nil.
    mutating func proofWanted(_ act: AccountAct, _ form: SecondFactorForm?, _ number: Int) -> [AppEffect] {
        guard activity?.number == number, session.user != nil, !screen.isOfSignIn else { return [] }
        // The form of an earlier action does not apply to this one.
        (confirmation, isFinishing) = (form, false)
        if form != nil { (activity, problem) = (nil, nil) }
        unconfirmed = act
        return []
    }

    mutating func proved(_ number: Int) -> [AppEffect] {
        guard activity?.number == number else { return [] }
        isFinishing = confirmation != nil
        (confirmation, unconfirmed) = (nil, nil)
        return []
    }

    mutating func secondFactorFilled(_ form: SecondFactorForm) -> [AppEffect] {
        guard let shown = secondFactor, shown.ticket == form.ticket, shown.factors == form.factors else { return [] }
        var form = form
        form.smsFactorID = shown.smsFactorID
        // A code typed for one factor does not apply to another.
        if form.method != shown.method { form.code = "" }
        secondFactor = form
        return []
    }

    mutating func secondFactorTexted() -> [AppEffect] {
        guard let phone = secondFactor?.phone else { return [] }
        secondFactor?.smsFactorID = phone.id
        return []
    }

    mutating func secondFactorCancelled() -> [AppEffect] {
        guard secondFactor != nil else { return [] }
        if activity?.kind == .secondFactor || activity?.kind == .secondFactorText { activity = nil }
        guard confirmation == nil else {
            (confirmation, problem) = (nil, nil)
            return []
        }
        return formLeft()
    }
}
