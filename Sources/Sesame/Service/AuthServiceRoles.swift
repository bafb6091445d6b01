package import SesameCore

/// A back end whose accounts can have more than one sign-in method.
package protocol AuthLinkingService: AuthServiceProtocol {
    /// Returns a nonce for a provider token to link to the session's account. The nonce is valid only for this purpose.
    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce

    /// Links a fresh credential to the session's account. The credential's nonce comes from ``nonce(linkingTo:)``.
    ///
    /// Throws ``SesameCore/AuthError/Code/credentialInUse`` if the credential has its own account and the policy is to
    /// fail. The error has a ticket if the back end lets the user choose between the two accounts.
    /// - Parameter profile: The fields of a guest who signs up this way.
    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Removes a sign-in method from the session's account, and ends the account's other sessions if the back end
    /// supports that. Throws ``SesameCore/AuthError/Code/lastMethod`` if the method is the only one, and
    /// ``SesameCore/AuthError/Code/notFound`` if the account does not have it.
    func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError)

    /// Carries out the user's decision about a credential that has its own account.
    func resolveConflict(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade

    /// Undoes the merge of two accounts, and returns the account in which the user continues. Throws
    /// ``SesameCore/AuthError/Code/nothingToUndo`` if there is no such merge, or it can no longer be undone.
    func undoMerge(for session: Session) async throws(AuthError) -> Upgrade
}

extension AuthLinkingService {
    /// Throws ``SesameCore/AuthError/Code/nothingToUndo``, because a back end without merges has none to undo.
    package func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        throw AuthError(.nothingToUndo, "this back end has no merge to undo")
    }
}

/// A back end whose users can sign in with an email address and a password.
package protocol AuthPasswordService: AuthServiceProtocol {
    /// Sends an email to the address that lets its reader reset the password. The call also succeeds for an address
    /// without an account.
    /// - Parameter language: The language of the email, for example `fr`; nil for the back end's.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)

    /// Sends an email that lets the session's user verify their address.
    /// - Parameter language: The language of the email, for example `fr`; nil for the back end's.
    func sendVerification(for session: Session, language: String?) async throws(AuthError)

    /// Changes the password of the session's account, and returns the session to continue with, which keeps its id.
    /// Without the current password, a recent sign-in is required; Appwrite always requires the current password of an
    /// account that has one.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` if the current password is wrong, and
    /// ``SesameCore/AuthError/Code/weakPassword`` if the new one is rejected. In both cases the password does not
    /// change.
    func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session
}

/// A back end that sends sign-in codes by email or text.
package protocol AuthCodeService: AuthServiceProtocol {
    /// Sends a code to an email address or a phone number. The call also succeeds if no account has the address or
    /// number.
    ///
    /// The result and the typed code are exchanged as ``AuthCredential/code(_:_:role:)``. A wrong code throws
    /// ``SesameCore/AuthError/Code/invalidCredentials``, and the right one remains valid for a limited number of
    /// attempts.
    /// - Parameter language: The language of the message, for example `fr`; nil for the back end's.
    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode
}

/// A back end whose accounts can require a second factor.
package protocol AuthSecondFactorService: AuthServiceProtocol {
    /// Sends a code to a phone that is a second factor.
    /// - Parameters:
    ///   - factor: The phone's factor id; nil if the account has only one.
    ///   - language: The language of the text message, for example `fr`; nil for the back end's.
    func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError)

    /// Returns the second factors of the session's account, the kinds that its user may add, and the number of
    /// remaining recovery codes.
    func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus

    /// Begins to add a second factor to the session's account. A pending factor of the same kind is replaced.
    /// - Parameter language: The language of a text message, for example `fr`; nil for the back end's.
    func startSecondFactorEnrollment(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup

    /// Adds the session's pending second factor with its first code. Returns the factor and the session to continue
    /// with, which keeps its id and counts as confirmed by the factor. The factor's id is empty if the back end does
    /// not return it. Throws ``SesameCore/AuthError/Code/invalidCredentials`` for a wrong code, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` if no factor is pending.
    /// - Parameter continuation: The continuation of the ``SesameCore/SecondFactorSetup``; nil if it has none.
    func finishSecondFactorEnrollment(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session)

    /// Removes a second factor from the session's account, and returns the session to continue with, which keeps its
    /// id. A Sesame server removes the recovery codes with the last factor. Throws
    /// ``SesameCore/AuthError/Code/notFound`` if the account does not have the factor.
    func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session

    /// Creates recovery codes for the session's account that replace the earlier ones. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` if the account has no second factor, and
    /// ``SesameCore/AuthError/Code/providerRequired`` at a back end without recovery codes.
    func generateRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret]
}

extension AuthSecondFactorService {
    /// Throws ``SesameCore/AuthError/Code/providerRequired``, because a back end without phones sends no text messages.
    package func sendSecondFactorCode(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        throw AuthError(.providerRequired, "this back end sends no SMS for second factors")
    }
}

/// A back end that can export a user's data.
package protocol AuthExportService: AuthServiceProtocol {
    /// Returns the back end's data about the session's account, as a JSON document for the user.
    func export(_ session: Session) async throws(AuthError) -> [UInt8]
}

/// A back end whose users can list and end their sessions.
package protocol AuthSessionService: AuthServiceProtocol {
    /// Returns the live sessions of the session's account, newest first.
    func sessions(of session: Session) async throws(AuthError) -> [AccountSession]

    /// Ends a session of the session's account. Throws ``SesameCore/AuthError/Code/notFound`` if the account has no
    /// live session with the given id.
    func endSession(_ id: String, of session: Session) async throws(AuthError)

    /// Ends all sessions of the session's account but the given one.
    func endOtherSessions(of session: Session) async throws(AuthError)
}

/// The services of a back end, or of a back end that it wraps.
extension AuthServiceProtocol {
    /// The back end's account-linking service; nil if it has none.
    package var links: (any AuthLinkingService)? { role() }

    /// The back end's account-linking service. Throws `providerRequired` if it has none.
    package var linkingService: any AuthLinkingService {
        get throws(AuthError) { try role(orThrow: .noLinks) }
    }

    /// The back end's password service. Throws `providerRequired` if it has none.
    package var passwordService: any AuthPasswordService {
        get throws(AuthError) { try role(orThrow: .noPasswords) }
    }

    /// The back end's service for sign-in codes. Throws `providerRequired` if it has none.
    package var codeService: any AuthCodeService {
        get throws(AuthError) { try role(orThrow: .noCodes) }
    }

    /// The back end's second-factor service. Throws `providerRequired` if it has none.
    package var secondFactorService: any AuthSecondFactorService {
        get throws(AuthError) { try role(orThrow: .noSecondFactors) }
    }

    /// The back end's export service. Throws `providerRequired` if it has none.
    package var exportService: any AuthExportService {
        get throws(AuthError) { try role(orThrow: .noExport) }
    }

    /// The back end's session service. Throws `providerRequired` if it has none.
    package var sessionService: any AuthSessionService {
        get throws(AuthError) { try role(orThrow: .noSessions) }
    }

    private func role<Role>(orThrow error: AuthError) throws(AuthError) -> Role {
        guard let role: Role = role() else { throw error }
        return role
    }

    /// Returns this or a wrapped back end as the given service; nil if none provides it. The search ends after eight
    /// wrapped back ends, because a back end that wraps itself would make it endless.
    private func role<Role>(depth: Int = 8) -> Role? {
        if let role = self as? Role { return role }
        return depth > 0 ? wrapped?.role(depth: depth - 1) : nil
    }
}

extension AuthError {
    package static let noSecondFactors = AuthError(.providerRequired, "this back end has no second factors")
    fileprivate static let noLinks = AuthError(.providerRequired, "this back end cannot link sign-in methods")
    fileprivate static let noPasswords = AuthError(.providerRequired, "this back end has no passwords")
    fileprivate static let noCodes = AuthError(.providerRequired, "this back end sends no sign-in codes")
    fileprivate static let noSessions = AuthError(.providerRequired, "this back end lists no sessions")
    fileprivate static let noExport = AuthError(.providerRequired, "this back end has no data export")
}
