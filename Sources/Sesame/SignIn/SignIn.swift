/// The result of a successful sign-in.
public struct SignIn: Sendable, Equatable {
    /// The session after the sign-in, with the user and the tokens.
    public var session: Session
    /// True if this sign-in created the account.
    public var isNewUser: Bool

    /// Creates a result, for example in an app's own back end.
    public init(session: Session, isNewUser: Bool) {
        self.session = session
        self.isNewUser = isNewUser
    }

    /// The signed-in user, from ``session``.
    public var user: UserAuthInfo { session.user }
}
