extension AuthError {
    /// The recovery from an error. Closed: an app handles every case.
    public enum Recovery: Sendable {
        /// Nothing: the person cancelled, or tapped twice.
        case ignore
        /// Try again, at once or after the time given, and show meanwhile that there is no connection.
        case retry(after: Duration?)
        /// Clear the account's local data and offer the sign-in.
        case signInAgain
        /// Go on once the device is unlocked.
        case waitForUnlock
        /// Ask for a fresh credential, then repeat the operation with it.
        case reauthenticate
        /// The identity has an account of its own: let the person choose between the two. Without a ticket the choice is
        /// to go on as they are, or to sign in to the other account and leave a guest's behind.
        case chooseAccount(ticket: Secret?)
        /// Offer the registration form.
        case register(RegistrationOffer)
        /// Ask for a second factor, then go on with ``AuthError/secondFactor``'s ticket: with the sign-in, or, where a
        /// credential was to confirm something, with that. Without a ticket the person who is signed in confirms by it.
        case showSecondFactor(SecondFactorChallenge?)
        /// Say what stands in the way, and offer the other ways to sign in.
        case chooseAnotherWay
        /// Correct the input and repeat.
        case correct(fields: [String])
        /// Begin the step again: what it was built on has expired.
        case restart
        /// A fault: report it, with the request's id.
        case report
    }

    /// The recovery from this error. A code that this version does not know is a fault to report.
    public var recovery: Recovery {
        switch code {
        case .cancelled, .throttled: .ignore
        case .offline, .providerUnavailable, .storageUnavailable, .rateLimited: .retry(after: retryAfter)
        case .sessionEnded, .sessionRevoked, .userDeleted, .userDisabled:
            isAboutAnotherAccount ? .chooseAnotherWay : .signInAgain
        case .notAuthenticated, .invalidToken, .invalidNonce: .signInAgain
        case .storageLocked: .waitForUnlock
        case .reauthenticationRequired: .reauthenticate
        case .credentialInUse: .chooseAccount(ticket: conflict?.ticket)
        case .guestSignedIn: .chooseAccount(ticket: nil)
        case .accountNotFound: registration.map { .register($0) } ?? .chooseAnotherWay
        case .providerRequired, .roleMismatch, .providerAlreadyLinked: .chooseAnotherWay
        case .secondFactorRequired: .showSecondFactor(secondFactor)
        case .ticketExpired, .lastMethod, .invalidTransition, .nothingToUndo: .restart
        case .invalidCredentials, .weakPassword, .invalidRequest, .notFound, .profileIncomplete, .readOnlyField,
            .preconditionFailed:
            .correct(fields: fields)
        default: .report
        }
    }
}

extension AuthError.Recovery: Redacted {
    /// The case's name, without the ticket or the person's data.
    public var description: String {
        switch self {
        case .ignore: "ignore"
        case .retry: "retry"
        case .signInAgain: "signInAgain"
        case .waitForUnlock: "waitForUnlock"
        case .reauthenticate: "reauthenticate"
        case .chooseAccount: "chooseAccount"
        case .register: "register"
        case .showSecondFactor: "showSecondFactor"
        case .chooseAnotherWay: "chooseAnotherWay"
        case .correct: "correct"
        case .restart: "restart"
        case .report: "report"
        }
    }
}
