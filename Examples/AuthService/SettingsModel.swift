public import Sesame

/// The settings screen, over the protocol: a test gives it whatever it likes.
public struct SettingsModel: Sendable {
    /// The screen's next step after an error.
    public enum Step: Sendable, Equatable {
        /// Nothing.
        case none
        /// Clear what is kept of the person, and show the sign-in.
        case signIn
        /// Show the offline indicator, and let the person try again.
        case offline
        /// Ask for a fresh credential, then repeat.
        case confirm
        /// Show the message of that code.
        case message(AuthError.Code)
    }

    private let auth: any AuthManagerProtocol

    /// The screen over the manager.
    public init(_ auth: any AuthManagerProtocol) {
        self.auth = auth
    }

    /// The account's id, for support requests.
    public func accountID() throws(AuthError) -> String {
        try auth.getAuthId()
    }

    /// Signs out. It cannot fail.
    public func signOut() async {
        await auth.signOut()
    }

    /// Deletes the account.
    public func deleteAccount(confirmedBy credential: AuthCredential? = nil) async -> Step {
        do throws(AuthError) {
            try await auth.deleteAccount(confirmedBy: credential)
            return .signIn
        } catch {
            return Step(error)
        }
    }
}

extension SettingsModel.Step {
    /// Chooses the step for an error.
    public init(_ error: AuthError) {
        self =
            switch error.recovery {
            case .ignore, .waitForUnlock: .none
            case .retry: .offline
            case .signInAgain: .signIn
            case .reauthenticate: .confirm
            case .chooseAccount, .register, .showSecondFactor, .chooseAnotherWay, .correct, .restart, .report:
                .message(error.code)
            }
    }
}
