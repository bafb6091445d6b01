public import SesameCore

extension Texts {
    /// Returns the error in a sentence or two. A code that this version does not know reads as a fault.
    public func message(for code: AuthError.Code) -> String {
        self[TextKey(rawValue: "error_" + code.rawValue) ?? .errorInternal]
    }

    /// Returns the error, with when to try again or what to quote in a report, where that is known.
    public func message(for error: AuthError) -> String {
        let message = message(for: error.code)
        switch error.recovery {
        // A wrong code is no wrong password.
        case .correct([SecondFactorChallenge.codeField]) where error.code == .invalidCredentials:
            return self[.secondFactorWrong]
        // It is not the person's own session that has ended.
        case .chooseAnotherWay where [.sessionEnded, .sessionRevoked].contains(error.code):
            return self[.errorProviderRequired]
        case .retry(let pause?): return "\(message) \(text(.retryAfter, time(pause)))"
        case .report: return error.requestID.map { "\(message) \(text(.reportReference, $0))" } ?? message
        default: return message
        }
    }

    /// The button that carries a recovery out; nil where there is nothing to tap.
    public func action(for recovery: AuthError.Recovery) -> String? {
        switch recovery {
        case .ignore, .waitForUnlock: nil
        case .retry: self[.actionRetry]
        case .signInAgain: self[.actionSignInAgain]
        case .reauthenticate: self[.actionReauthenticate]
        case .chooseAccount: self[.actionChooseAccount]
        case .register: self[.actionRegister]
        case .showSecondFactor: self[.actionShowSecondFactor]
        case .chooseAnotherWay: self[.actionChooseAnotherWay]
        case .correct: self[.actionCorrect]
        case .restart: self[.actionRestart]
        case .report: self[.actionReport]
        }
    }

    /// The name of a role of the app; one without a text as the server spells it.
    public func name(ofRole role: String) -> String { roles[role] ?? role }

    private func time(_ pause: Duration) -> String {
        let seconds = max(pause.components.seconds, 1)
        return seconds < 120 ? text(.seconds, "\(seconds)") : text(.minutes, "\((seconds + 59) / 60)")
    }
}
