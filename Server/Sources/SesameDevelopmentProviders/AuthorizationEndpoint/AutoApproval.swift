/// An automatic decision without a page, for tests.
package enum AutoApproval: Sendable, Hashable {
    /// Test User n consents. `hidesEmail` is their choice about the email address at Apple; nil for their default.
    case approve(user: Int, hidesEmail: Bool? = nil)
    /// The user does not consent.
    case deny
}
