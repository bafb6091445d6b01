extension AuthError {
    /// An app's recovery from an error. The set is closed: an app handles every case.
    public enum Recovery: Sendable {
        /// Do nothing, because the user canceled or tapped twice.
        case ignore
        /// Try again, at once or after the given time, and show the error's message meanwhile.
        case retry(after: Duration?)
        /// Clear the account's local data and offer the sign-in.
        case signInAgain
        /// Continue once the device, or the session's own lock, is unlocked.
        case waitForUnlock
        /// Ask for a fresh credential, then repeat the operation with it.
        case reauthenticate
        /// Let the user choose between two accounts: the credential belongs to another account, or the sign-in would
        /// abandon a guest account. Without a ticket, the choice is to stay with the current account, or to sign in to
        /// the other one and abandon a guest account.
        case chooseAccount(ticket: Secret?)
        /// Offer the registration form.
        case register(RegistrationOffer)
        /// Ask for a second factor, then continue the sign-in or confirmation with ``AuthError/secondFactor``'s ticket.
        /// Without a ticket, the factor confirms the signed-in user.
        case submitSecondFactor(SecondFactorChallenge?)
        /// Explain the obstacle, and offer the other sign-in methods.
        case useAnotherMethod
        /// Let the user correct the input, and repeat the request. `fields` contains the names of the invalid or
        /// missing fields, if the server sent them.
        case correct(fields: [String])
        /// Reload the account's state and begin the step again, because a ticket, link or code has expired, or the
        /// state does not allow the operation.
        case restart
        /// Report a fault, with the request's id.
        case report
    }

    /// The recovery from this error. A code that is unknown to this version is a fault to report.
    public var recovery: Recovery {
        switch code {
        case .cancelled, .throttled: .ignore
        case .offline, .providerUnavailable, .storageUnavailable, .rateLimited: .retry(after: retryAfter)
        case .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled:
            isAboutAnotherAccount ? .useAnotherMethod : .signInAgain
        case .notAuthenticated, .invalidToken, .invalidNonce: .signInAgain
        case .storageLocked: .waitForUnlock
        case .reauthenticationRequired: .reauthenticate
        case .credentialInUse: .chooseAccount(ticket: conflict?.ticket)
        case .guestSignedIn: .chooseAccount(ticket: nil)
        case .accountNotFound: registration.map { .register($0) } ?? .useAnotherMethod
        case .providerRequired, .roleMismatch, .providerAlreadyLinked: .useAnotherMethod
        case .secondFactorRequired: .submitSecondFactor(secondFactor)
        case .ticketExpired, .lastMethod, .invalidTransition, .nothingToUndo: .restart
        case .invalidCredentials, .weakPassword, .invalidRequest, .notFound, .profileIncomplete, .readOnlyField,
            .preconditionFailed:
            .correct(fields: fields)
        default: .report
        }
    }
}

extension AuthError.Recovery: Redacted {
    /// The case's name, without the ticket or personal data.
    public var description: String {
        switch self {
        case .ignore: "ignore"
        case .retry: "retry"
        case .signInAgain: "signInAgain"
        case .waitForUnlock: "waitForUnlock"
        case .reauthenticate: "reauthenticate"
        case .chooseAccount: "chooseAccount"
        case .register: "register"
        case .submitSecondFactor: "submitSecondFactor"
        case .useAnotherMethod: "useAnotherMethod"
        case .correct: "correct"
        case .restart: "restart"
        case .report: "report"
        }
    }
}
