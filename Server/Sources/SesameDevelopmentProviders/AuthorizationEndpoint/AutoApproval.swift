/// A decision that is applied to authorization requests without showing the consent page, for tests.
package enum AutoApproval: Sendable, Hashable {
    /// The Test User with the given number consents. `hidesEmail` is true if the user hides the email address at the
    /// first consent at Apple; nil for the user's default.
    case approve(user: Int, hidesEmail: Bool? = nil)
    /// The user does not consent.
    case deny
}
