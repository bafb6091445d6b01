public import Sesame

/// The model of the account screen: sign-out, and the account deletion that the App Store requires.
public struct AccountModel: Sendable {
    private let auth: any AuthManagerProtocol & SignInPerforming
    private let apple: any CredentialSource

    /// Creates the model with the app's manager, and with Apple's sheet for confirmations.
    public init(_ auth: some AuthManagerProtocol & SignInPerforming, apple: some CredentialSource) {
        self.auth = auth
        self.apple = apple
    }

    /// Signs the user out. Signing out cannot fail, even without a network.
    public func signOut() async {
        await auth.signOut()
    }

    /// Deletes the account, and returns the steps left for the user. If the last sign-in was too long ago, the user
    /// confirms the deletion with Apple's sheet.
    public func deleteAccount() async throws(AuthError) -> AccountDeletion {
        do throws(AuthError) {
            return try await auth.deleteAccount()
        } catch {
            guard case .reauthenticate = error.recovery else { throw error }
            return try await auth.deleteAccount(
                confirmedBy: try await apple.credential(for: auth.request(for: .confirmation)))
        }
    }
}
