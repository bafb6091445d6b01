public import SesameCore

/// An error to show to the person.
public struct AppProblem: Sendable, Equatable {
    /// What went wrong.
    public let error: AuthError

    /// Makes the problem; nil for an error that asks nothing of anybody, like a cancelled sign-in.
    public init?(_ error: AuthError) {
        if case .ignore = error.recovery { return nil }
        self.error = error
    }

    /// What can be done about it.
    public var recovery: AuthError.Recovery { error.recovery }

    /// Whether both would be shown alike.
    public static func == (left: AppProblem, right: AppProblem) -> Bool {
        left.error.code == right.error.code && left.error.reason == right.error.reason
            && left.error.retryAfter == right.error.retryAfter && left.error.requestID == right.error.requestID
            && left.error.fields == right.error.fields
            && left.error.isAboutAnotherAccount == right.error.isAboutAnotherAccount
    }
}
