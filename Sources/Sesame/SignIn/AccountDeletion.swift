/// What the deletion of an account leaves to its person.
public struct AccountDeletion: Sendable, Equatable {
    /// Providers at which only the person can take back what they consented to: the back end holds nothing to do it
    /// with. Apple's is in the settings, under *Apple Account → Sign in with Apple*.
    public let manualRevocation: [SignInMethod]

    /// What is left to the person: nothing, unless providers are named.
    public init(manualRevocation: [SignInMethod] = []) {
        self.manualRevocation = manualRevocation
    }
}
