import SesameCore

/// The one thing that a screen offers beside an error.
package enum ProblemStep: Sendable, Equatable {
    /// Try again what the screen waits for.
    case retry
    /// Prove again who one is, then go on with what was asked for.
    case confirmIdentity
    /// Put the message away: the way on is on the screen already.
    case dismiss
}

extension AuthError {
    /// The error as a screen shows it; nil for one that asks nothing of anybody, like a cancelled sign-in.
    var shown: AuthError? {
        if case .ignore = recovery { nil } else { self }
    }
}

extension AppScreen {
    /// True if a return to the foreground is a reason to try again what the screen waits for. Where nothing is waited
    /// for, that would only put away what went wrong with a sign-in: the system's sheets lead out of the foreground and
    /// back.
    package var retriesInForeground: Bool {
        switch self {
        case .welcome, .registration, .secondFactor: false
        case .launching, .locked, .loading, .onboarding, .ready: true
        }
    }

    /// Returns the step to offer beside an error.
    package func step(for problem: AuthError) -> ProblemStep {
        switch (self, problem.recovery) {
        case (.launching, _), (.loading, _), (.locked, _): .retry
        case (.ready, .reauthenticate), (.onboarding, .reauthenticate): .confirmIdentity
        default: .dismiss
        }
    }
}
