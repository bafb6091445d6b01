import SesameCore

/// The step that a screen offers beside an error.
package enum ErrorAction: Sendable, Equatable {
    /// Retry the request that the screen waits for.
    case retry
    /// Confirm the user's identity, then continue with the request.
    case confirmIdentity
    /// Dismiss the message: the screen already offers the next step.
    case dismiss
}

extension AuthError {
    /// The error to show on a screen; nil if the error needs no message, for example after a canceled sign-in.
    var shown: AuthError? {
        if case .ignore = recovery { nil } else { self }
    }
}

extension AppScreen {
    /// True if the app calls ``AppState/retry()`` when it returns to the foreground. False on the sign-in screens: the
    /// system's sheets move the app out of the foreground and back, and a retry would clear the sign-in's error.
    package var retriesInForeground: Bool {
        switch self {
        case .welcome, .registration, .secondFactor: false
        case .launching, .locked, .loading, .onboarding, .ready: true
        }
    }

    /// Returns the step to offer beside an error: a retry on the launch, loading and locked screens, or a confirmation
    /// if a signed-in user has to reauthenticate.
    package func step(for problem: AuthError) -> ErrorAction {
        switch (self, problem.recovery) {
        case (.launching, _), (.loading, _), (.locked, _): .retry
        case (.ready, .reauthenticate), (.onboarding, .reauthenticate): .confirmIdentity
        default: .dismiss
        }
    }
}
