/// The rule for linking an identity to an account by email address.
package enum EmailLinking: String, Sendable, CaseIterable {
    /// No linking by email address: the user must sign in to the account first.
    case never
    /// An identity without an account is linked to the one account with its address, if the provider operates that
    /// mailbox or domain, and the account's address is verified. An unverified address neither links nor blocks an
    /// identity. An account with a second factor or an identity of the same provider is not linked.
    case verified
}
