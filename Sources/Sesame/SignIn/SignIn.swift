/// The result of a sign-in.
public struct SignIn: Sendable, Equatable {
    /// The new session.
    public var session: Session
    /// True if this sign-in made the account.
    public var isNewUser: Bool

    /// Makes the value.
    public init(session: Session, isNewUser: Bool) {
        self.session = session
        self.isNewUser = isNewUser
    }

    /// The user who signed in.
    public var user: UserAuthInfo { session.user }
}
