public import Sesame

/// The model of the settings screen. It depends on the protocol alone, so that a test can replace the manager.
public struct SettingsModel: Sendable {
    /// The screen's next step after a deletion or an error.
    public enum Step: Sendable, Equatable {
        /// No step, for example because the user canceled.
        case none
        /// Clear the user's data, and show the sign-in.
        case signIn
        /// Show the offline indicator, and let the user retry.
        case offline
        /// Ask for a fresh credential, then repeat the request.
        case confirm
        /// Show the message of the error code.
        case message(AuthError.Code)
    }

    private let auth: any AuthManagerProtocol

    /// Creates the model with the app's manager, or with a fake one in tests.
    public init(_ auth: any AuthManagerProtocol) {
        self.auth = auth
    }

    /// Returns the account's id, for support requests.
    public func accountID() throws(AuthError) -> String {
        try auth.getAuthId()
    }

    /// Signs the user out. Signing out cannot fail, even without a network.
    public func signOut() async {
        await auth.signOut()
    }

    /// Deletes the account, and returns the screen's next step: `signIn` after the deletion, or the step for the error.
    /// - Parameter credential: A fresh credential, required after the step `confirm`.
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
    /// Creates the step for an error's recovery.
    public init(_ error: AuthError) {
        self =
            switch error.recovery {
            case .ignore, .waitForUnlock: .none
            case .retry: .offline
            case .signInAgain: .signIn
            case .reauthenticate: .confirm
            case .chooseAccount, .register, .submitSecondFactor, .useAnotherMethod, .correct, .restart, .report:
                .message(error.code)
            }
    }
}
