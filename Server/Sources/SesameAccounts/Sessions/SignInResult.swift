/// A successful sign-in.
public struct SignInResult: Sendable {
    /// The person's account.
    public let view: AccountView
    /// The new session's tokens.
    public let tokens: SessionTokens
    /// Whether this sign-in made the account.
    public let isNewUser: Bool
}

/// What a sign-in's transaction came to. A refusal is a value, because what it wrote is to be kept.
enum SignInOutcome: Sendable {
    case signedIn(AccountView, Session, isNew: Bool)
    /// The session waits for a second factor.
    case awaiting(PendingSignIn)
    case refused(Refusal)
}
