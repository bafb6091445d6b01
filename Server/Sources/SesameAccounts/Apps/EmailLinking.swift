/// The rule by which an address alone joins an identity to an account.
package enum EmailLinking: String, Sendable, CaseIterable {
    /// Never: who has an account proves it by signing in to it.
    case never
    /// An identity without an account joins the one account with its address, if its provider runs that very mailbox or
    /// domain, and the address of the account has been verified. What is merely stated joins nothing and keeps nobody
    /// out.
    case verified
}
