public import Sesame

/// The account screen: signing out, and deleting the account inside the app, as the App Store asks.
public struct AccountModel: Sendable {
    private let auth: any AuthManagerProtocol & SignInPerforming
    private let apple: any CredentialSource

    /// The screen over the manager.
    public init(_ auth: some AuthManagerProtocol & SignInPerforming, apple: some CredentialSource) {
        self.auth = auth
        self.apple = apple
    }

    /// Signs out. It cannot fail.
    public func signOut() async {
        await auth.signOut()
    }

    /// Deletes the account, and says what that leaves to the person. One whose sign-in is too long ago proves with
    /// Apple's sheet that it is still them.
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
