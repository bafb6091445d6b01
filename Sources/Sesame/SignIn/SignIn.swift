/// What a sign-in has brought.
public struct SignIn: Sendable, Equatable {
    /// The new session.
    public var session: Session
    /// Whether this sign-in made the account.
    public var isNewUser: Bool

    /// Makes the value.
    public init(session: Session, isNewUser: Bool) {
        self.session = session
        self.isNewUser = isNewUser
    }

    /// Who signed in.
    public var user: UserAuthInfo { session.user }
}
