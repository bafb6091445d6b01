public import SesameCore

extension Texts {
    /// Returns the error's message, one or two sentences. A code that this version does not know gets the message of an
    /// internal error.
    public func message(for code: AuthError.Code) -> String {
        self[TextKey(rawValue: "error_" + code.rawValue) ?? .errorInternal]
    }

    /// Returns the error's message, followed by the time to wait before a retry, or by the request's id for a report,
    /// if known.
    public func message(for error: AuthError) -> String {
        let message = message(for: error.code)
        switch error.recovery {
        // A wrong code needs another message than a wrong password.
        case .correct([SecondFactorChallenge.codeField]) where error.code == .invalidCredentials:
            return self[.secondFactorWrong]
        // Another session than the user's own has ended.
        case .useAnotherMethod where [.sessionEnded, .sessionRevoked].contains(error.code):
            return self[.errorProviderRequired]
        case .retry(let pause?): return "\(message) \(text(.retryAfter, time(pause)))"
        case .report: return error.requestID.map { "\(message) \(text(.reportReference, $0))" } ?? message
        default: return message
        }
    }

    /// Returns the title of the button for a recovery; nil if it needs no button.
    public func action(for recovery: AuthError.Recovery) -> String? {
        switch recovery {
        case .ignore, .waitForUnlock: nil
        case .retry: self[.actionRetry]
        case .signInAgain: self[.actionSignInAgain]
        case .reauthenticate: self[.actionReauthenticate]
        case .chooseAccount: self[.actionChooseAccount]
        case .register: self[.actionRegister]
        case .submitSecondFactor: self[.actionShowSecondFactor]
        case .useAnotherMethod: self[.actionChooseAnotherWay]
        case .correct: self[.actionCorrect]
        case .restart: self[.actionRestart]
        case .report: self[.actionReport]
        }
    }

    /// Returns the display name of a role, or the server's name of the role if ``roles`` has no display name for it.
    public func name(ofRole role: String) -> String { roles[role] ?? role }

    private func time(_ pause: Duration) -> String {
        let seconds = max(pause.components.seconds, 1)
        return seconds < 120 ? text(.seconds, "\(seconds)") : text(.minutes, "\((seconds + 59) / 60)")
    }
}
