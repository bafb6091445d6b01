/// What a provider answers at once, without a page: for tests.
package enum AutoApproval: Sendable, Hashable {
    /// Test User n agrees; `hidesEmail` is what they choose about their address at Apple, if not what they always do.
    case approve(user: Int, hidesEmail: Bool? = nil)
    /// Whoever it is does not agree.
    case deny
}
