/// The result of a sign-in.
public struct SignIn: Sendable, Equatable {
    /// The new session.
    public var session: Session
    /// True if this sign-in created the account.
    public var isNewUser: Bool

    /// Creates a result with this session.
    public init(session: Session, isNewUser: Bool) {
        self.session = session
        self.isNewUser = isNewUser
    }

    /// The user who signed in.
    public var user: UserAuthInfo { session.user }
}
