/// The steps that remain for the user after the deletion of an account.
public struct AccountDeletion: Sendable, Equatable {
    /// The providers at which only the user can withdraw their consent, because the back end has no token to revoke.
    /// Apple's consent is in the settings, under *Apple Account → Sign in with Apple*.
    public let manualRevocation: [SignInMethod]

    /// Creates the remaining steps; by default there are none.
    public init(manualRevocation: [SignInMethod] = []) {
        self.manualRevocation = manualRevocation
    }
}
