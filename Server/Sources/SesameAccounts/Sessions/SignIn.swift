/// The result of a successful sign-in. The surface derives the client's tokens or secret from the session.
package struct SignIn: Sendable {
    /// The user's account, with its sign-in methods.
    package let view: AccountRecord
    /// The session: a new one, or that of the first request if a sign-in was repeated after a lost response.
    package let session: Session
    /// True if this sign-in created the account.
    package let isNew: Bool
}

/// The result of a sign-in's transaction. A refusal is returned, not thrown, so that the transaction's writes are
/// committed.
enum SignInOutcome: Sendable {
    case signedIn(SignIn)
    /// The first factor was accepted, and the session waits for a second factor.
    case awaiting(PendingSignIn)
    case refused(AccountError)
}

extension SessionService {
    /// Returns the sign-in of a transaction's outcome; throws if it was refused or waits for a second factor.
    func signIn(from outcome: SignInOutcome) throws(AccountError) -> SignIn {
        switch outcome {
        case .refused(let refusal): throw refusal
        case .awaiting(let pending): throw refusal(awaiting: pending)
        case .signedIn(let signIn): return signIn
        }
    }
}
