/// A successful sign-in. What its client holds from now on, the surface makes of the session.
package struct SignIn: Sendable {
    /// The person's account.
    package let view: AccountView
    /// The session that began.
    package let session: Session
    /// True if this sign-in made the account.
    package let isNew: Bool
}

/// The result of a sign-in's transaction. A rejection is a value, because what it wrote is kept.
enum SignInOutcome: Sendable {
    case signedIn(SignIn)
    /// The session waits for a second factor.
    case awaiting(PendingSignIn)
    case refused(Refusal)
}

extension SessionService {
    /// The sign-in that its transaction came to.
    func signIn(from outcome: SignInOutcome) throws(Refusal) -> SignIn {
        switch outcome {
        case .refused(let refusal): throw refusal
        case .awaiting(let pending): throw refusal(awaiting: pending)
        case .signedIn(let signIn): return signIn
        }
    }
}
