/// An answer without a page, for tests.
package enum AutoApproval: Sendable, Hashable {
    /// Test User n agrees; `hidesEmail` is what they choose about their address at Apple, if not what they always do.
    case approve(user: Int, hidesEmail: Bool? = nil)
    /// The user does not agree.
    case deny
}
