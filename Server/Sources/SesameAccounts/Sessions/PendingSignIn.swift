package import SesameCore

/// A sign-in whose first proof was right, and whose second is awaited. See decision 34.
package struct PendingSignIn: Sendable {
    /// The account that is signing in, with the factors of which one is required. It must not be shown yet.
    package let view: AccountView
    /// The session that waits. It is good for nothing else.
    package let session: Session
    /// The number of recovery codes.
    package let recoveryCodes: Int

    /// The factors of which one is to be shown.
    package var factors: [SecondFactor] { view.factors }

    /// The address whose password was the first proof; nil where it was another proof.
    package var passwordAddress: EmailAddress? {
        session.method == .password ? view.emailLogin : nil
    }
}

extension StorageReader {
    /// The sign-in of a session that awaits its second factor.
    func pending(_ session: Session) throws(StorageError) -> PendingSignIn {
        guard let view = try view(of: session.account, in: session.app) else {
            throw .corrupt("a session without an account")
        }
        return PendingSignIn(
            view: view, session: session,
            recoveryCodes: try recoveryCodes(of: session.account, in: session.app)?.digests.count ?? 0)
    }

    /// The factors of which one must be shown by who begins a session like that. Whom the app's back end vouches for has
    /// shown there what it asks for.
    func factorsToShow(
        for account: AccountID, in app: AppID, by method: SignInMethod
    ) throws(StorageError) -> [SecondFactor] {
        method == .custom ? [] : try secondFactors(of: account, in: app)
    }
}

extension SessionService {
    /// The ticket by which a client shows the second factor of a session that awaits it. Nothing of it is stored, and it
    /// is good for nothing once the session has it.
    package func factorTicket(of session: Session) -> Secret { factorTickets.text(of: session.id) }

    /// The refusal of a sign-in that has begun, with what its client needs to go on.
    func refusal(awaiting pending: PendingSignIn) -> Refusal {
        let expiresIn = pending.session.endsAt.secondsSince1970 - environment.now.secondsSince1970
        return Refusal(.secondFactorRequired, "the account asks for a second factor; show one with the ticket")
            .with(
                Refusal.FactorTicket(
                    ticket: factorTicket(of: pending.session), expiresIn: expiresIn, signIn: pending))
    }
}

extension Refusal {
    /// A ticket for the second factor, in its bearer's form, with what may be shown.
    package struct FactorTicket: RefusalAttachment {
        package let ticket: Secret
        /// Seconds until it can no longer be used.
        package let expiresIn: Int
        /// The pending sign-in, and the factors.
        package let signIn: PendingSignIn
    }

    /// The second factor that a sign-in awaits.
    package var secondFactor: FactorTicket? { attachment(FactorTicket.self) }
}
