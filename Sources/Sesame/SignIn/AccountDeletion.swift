/// The steps that the deletion of an account leaves to its user.
public struct AccountDeletion: Sendable, Equatable {
    /// Providers at which only the person can take back what they consented to: the back end holds nothing to do it
    /// with. Apple's is in the settings, under *Apple Account → Sign in with Apple*.
    public let manualRevocation: [SignInMethod]

    /// The steps that are left: none, unless providers are named.
    public init(manualRevocation: [SignInMethod] = []) {
        self.manualRevocation = manualRevocation
    }
}
