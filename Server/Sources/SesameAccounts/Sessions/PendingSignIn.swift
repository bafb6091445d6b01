package import SesameCore

/// A sign-in that was accepted by its first factor and waits for the second. See decision 34.
package struct PendingSignIn: Sendable {
    /// The account that is signing in, with its second factors, one of which is required. It must not be shown yet.
    package let view: AccountRecord
    /// The pending session, which has no other use.
    package let session: Session
    /// The number of recovery codes.
    package let recoveryCodes: Int

    /// The second factors, one of which is required.
    package var factors: [SecondFactor] { view.factors }

    /// The address whose password was the first factor; nil for another first factor.
    package var passwordAddress: EmailAddress? {
        session.method == .password ? view.emailCredential : nil
    }
}

extension StorageReader {
    /// Returns the sign-in of a session that waits for its second factor.
    func pending(_ session: Session) throws(StorageError) -> PendingSignIn {
        guard let view = try view(of: session.account, in: session.app) else {
            throw .corrupt("a session has no account")
        }
        return PendingSignIn(
            view: view, session: session,
            recoveryCodes: try recoveryCodes(of: session.account, in: session.app)?.digests.count ?? 0)
    }

    /// Returns the second factors, one of which is required to begin such a session. The list is empty for a custom
    /// sign-in, because the app's back end has applied its own checks.
    func factorsToShow(
        for account: AccountID, in app: AppID, by method: AuthenticationMethod
    ) throws(StorageError) -> [SecondFactor] {
        method == .custom ? [] : try secondFactors(of: account, in: app)
    }
}

extension SessionService {
    /// Returns the ticket with which a client presents the second factor of a pending session. It is not stored, and is
    /// void once the sign-in is complete.
    package func factorTicket(of session: Session) -> Secret { factorTickets.text(of: session.id) }

    /// Returns the refusal of a pending sign-in, with the data that its client needs to continue.
    func refusal(awaiting pending: PendingSignIn) -> AccountError {
        let expiresIn = pending.session.endsAt.secondsSince1970 - environment.now.secondsSince1970
        return AccountError(.secondFactorRequired, "the account requires a second factor; present one with the ticket")
            .with(
                AccountError.SecondFactorTicket(
                    ticket: factorTicket(of: pending.session), expiresIn: expiresIn, signIn: pending))
    }
}

extension AccountError {
    /// A ticket for the second factor, in the client's form, with the accepted factors.
    package struct SecondFactorTicket: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        /// The pending sign-in with its factors.
        package let signIn: PendingSignIn
    }

    /// The second factor that a sign-in requires.
    package var secondFactor: SecondFactorTicket? { attachment(SecondFactorTicket.self) }
}
