/// The policy for an account whose only sign-in method was a provider's account that the user has closed.
package enum ProviderAccountDeletionPolicy: String, Sendable, CaseIterable {
    /// The account is deleted with all its data, because sign-in is no longer possible.
    case delete
    /// The account is preserved, so that the operator can restore access.
    case keep
}
