package import SesameCore

/// A sign-in whose first factor was accepted, and that waits for the second. See decision 34.
package struct PendingSignIn: Sendable {
    /// The account that is signing in, with its second factors. It must not be shown to the client yet.
    package let view: AccountRecord
    /// The pending session, which is usable only to complete the sign-in.
    package let session: Session
    /// The number of the account's unused recovery codes.
    package let recoveryCodes: Int

    /// The account's second factors. A code for one of them, or a recovery code, completes the sign-in.
    package var factors: [SecondFactor] { view.factors }

    /// The email address whose password was the first factor; nil for another first factor.
    package var passwordAddress: EmailAddress? {
        session.method == .password ? view.emailCredential : nil
    }
}

extension StorageReader {
    /// Returns the pending sign-in of a session that waits for its second factor.
    func pending(_ session: Session) throws(StorageError) -> PendingSignIn {
        guard let view = try view(of: session.account, in: session.app) else {
            throw .corrupt("a session has no account")
        }
        return PendingSignIn(
            view: view, session: session,
            recoveryCodes: try recoveryCodes(of: session.account, in: session.app)?.digests.count ?? 0)
    }

    /// Returns the account's second factors, one of which must be presented to begin a session with the method; empty
    /// for a custom sign-in, because the app's back end has applied its own checks.
    func factorsToShow(
        for account: AccountID, in app: AppID, by method: AuthenticationMethod
    ) throws(StorageError) -> [SecondFactor] {
        method == .custom ? [] : try secondFactors(of: account, in: app)
    }
}

extension SessionService {
    /// Returns the ticket with which a client presents the second factor of a pending session. The ticket is derived
    /// from the session and not stored, and becomes void when the sign-in is complete.
    package func factorTicket(of session: Session) -> Secret { factorTickets.text(of: session.id) }

    /// Returns the `secondFactorRequired` error of a pending sign-in, with the ticket and the factors.
    func refusal(awaiting pending: PendingSignIn) -> AccountError {
        let expiresIn = pending.session.endsAt.secondsSince1970 - environment.now.secondsSince1970
        return AccountError(.secondFactorRequired, "the account requires a second factor; present one with the ticket")
            .with(
                AccountError.SecondFactorTicket(
                    ticket: factorTicket(of: pending.session), expiresIn: expiresIn, signIn: pending))
    }
}

extension AccountError {
    /// The attachment of a `secondFactorRequired` error: the ticket with which the client presents a second factor, and
    /// the accepted factors.
    package struct SecondFactorTicket: RefusalAttachment {
        package let ticket: Secret
        /// The seconds until the ticket expires.
        package let expiresIn: Int
        /// The pending sign-in, with the accepted factors.
        package let signIn: PendingSignIn
    }

    /// The ticket if a sign-in requires a second factor; nil for other errors.
    package var secondFactor: SecondFactorTicket? { attachment(SecondFactorTicket.self) }
}
