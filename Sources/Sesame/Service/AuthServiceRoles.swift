package import SesameCore

/// A back end at which an account can have more than one way to sign in.
package protocol AuthLinkingService: AuthServiceProtocol {
    /// A nonce for a provider token that is to be linked to the session's account, and is good for nothing else.
    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce

    /// Binds a fresh credential to the session's account. Its nonce is one of ``nonce(linkingTo:)``, the profile's
    /// fields are those of a guest who signs up so.
    ///
    /// Throws ``SesameCore/AuthError/Code/credentialInUse``, with a ticket, when the credential has an account of its
    /// own and the policy is to fail.
    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade

    /// Takes a provider's way to sign in from the session's account, and ends its other sessions. Throws
    /// ``SesameCore/AuthError/Code/lastMethod`` when it is the only one, and
    /// ``SesameCore/AuthError/Code/notFound`` when the account does not have it.
    func unlink(_ method: LinkedMethod, from session: Session) async throws(AuthError)

    /// Carries out what the person decided about a credential that has an account of its own.
    func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade

    /// Makes two accounts again of the one that they were merged into, and says where the person goes on. Throws
    /// ``SesameCore/AuthError/Code/nothingToUndo`` when there is no such merge, or not any more.
    func undoMerge(for session: Session) async throws(AuthError) -> Upgrade
}

extension AuthLinkingService {
    /// A back end that merges nothing has nothing to undo.
    package func undoMerge(for session: Session) async throws(AuthError) -> Upgrade {
        throw AuthError(.nothingToUndo, "this back end has no merge that could be undone")
    }
}

/// A back end with passwords.
package protocol AuthPasswordService: AuthServiceProtocol {
    /// Has a mail sent to the address by which whoever reads it chooses another password. Succeeds for an address that
    /// nobody has, too.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the back end's.
    func sendPasswordReset(to email: String, language: String?) async throws(AuthError)

    /// Has a mail sent to the address of the session's person, by which they show that it is theirs.
    /// - Parameter language: That of the mail, for example `fr`; nil takes the back end's.
    func sendVerification(for session: Session, language: String?) async throws(AuthError)

    /// Gives the session's account another password, and brings the session to go on with, which keeps its id. The
    /// current password stands for a recent sign-in.
    ///
    /// Throws ``SesameCore/AuthError/Code/invalidCredentials`` when the current password is another one, and
    /// ``SesameCore/AuthError/Code/weakPassword`` when the next one is not taken. Nothing has changed then.
    func changePassword(
        of session: Session, from current: Secret?, to password: Secret
    ) async throws(AuthError) -> Session
}

/// A back end that sends codes to sign in with.
package protocol AuthCodeService: AuthServiceProtocol {
    /// Has a code sent to an address or a number. Succeeds for one that nobody has, too. What comes back is exchanged as
    /// ``AuthCredential/code(_:_:)``; a wrong code throws ``SesameCore/AuthError/Code/invalidCredentials``, and the right one
    /// is then still good.
    /// - Parameter language: That of the message, for example `fr`; nil takes the back end's.
    func sendSignInCode(to receiver: String, language: String?) async throws(AuthError) -> SentCode
}

/// A back end with second factors.
package protocol AuthSecondFactorService: AuthServiceProtocol {
    /// Has a code sent to a phone that is a second factor.
    /// - Parameters:
    ///   - factor: Which phone, by its id; nil where there is one only.
    ///   - language: That of the text, for example `fr`; nil takes the back end's.
    func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError)

    /// The second factors of the session's account.
    func secondFactors(of session: Session) async throws(AuthError) -> SecondFactorStatus

    /// Begins to add a second factor to the session's account. What was begun before of that kind is forgotten.
    /// - Parameter language: That of the text to a phone, for example `fr`; nil takes the back end's.
    func beginSecondFactor(
        _ factor: NewSecondFactor, of session: Session, language: String?
    ) async throws(AuthError) -> SecondFactorSetup

    /// Adds the second factor that the session has begun to add, by its first code, and brings the session to go on with,
    /// which keeps its id and has shown the factor. A back end that does not say the factor's id leaves it empty. Throws
    /// ``SesameCore/AuthError/Code/invalidCredentials`` for a wrong code, and
    /// ``SesameCore/AuthError/Code/ticketExpired`` when none was begun.
    /// - Parameter continuation: That of the ``SesameCore/SecondFactorSetup`` which began it; nil where it had none.
    func addSecondFactor(
        _ factor: NewSecondFactor, code: Secret, continuing continuation: Secret?, to session: Session
    ) async throws(AuthError) -> (added: SecondFactorInfo, session: Session)

    /// Takes a second factor from the session's account, and brings the session to go on with, which keeps its id. With
    /// the last factor its recovery codes go. Throws ``SesameCore/AuthError/Code/notFound`` when the account does not have
    /// it.
    func removeSecondFactor(_ id: String, from session: Session) async throws(AuthError) -> Session

    /// Makes recovery codes for the session's account, in place of those before. Throws
    /// ``SesameCore/AuthError/Code/invalidTransition`` when it has no second factor that they would stand in for, and
    /// ``SesameCore/AuthError/Code/providerRequired`` at a back end without them.
    func makeRecoveryCodes(for session: Session) async throws(AuthError) -> [Secret]
}

extension AuthSecondFactorService {
    /// A back end without phones sends no text.
    package func sendSecondFactorText(
        for step: SecondFactorStep, to factor: String?, language: String?
    ) async throws(AuthError) {
        throw AuthError(.providerRequired, "this back end sends no texts for second factors")
    }
}

/// A back end that tells a person all that it keeps about them.
package protocol AuthExportService: AuthServiceProtocol {
    /// All that the back end keeps about the session's account, as a JSON document for its owner.
    func export(_ session: Session) async throws(AuthError) -> [UInt8]
}

/// A back end at which a person sees their sessions, and ends them.
package protocol AuthSessionService: AuthServiceProtocol {
    /// The live sessions of the session's account, newest first.
    func sessions(of session: Session) async throws(AuthError) -> [AccountSession]

    /// Ends a session of the session's account. Throws ``SesameCore/AuthError/Code/notFound`` when the account has none
    /// of that id, or not any more.
    func endSession(_ id: String, of session: Session) async throws(AuthError)

    /// Ends all sessions of the session's account but that one.
    func endOtherSessions(of session: Session) async throws(AuthError)
}

/// The roles of a back end, or of the one that it wraps. Where it lacks one
/// ``SesameCore/AuthError/Code/providerRequired`` is thrown.
extension AuthServiceProtocol {
    /// The back end by its links; nil when it has none.
    package var links: (any AuthLinkingService)? { role() }

    /// The back end by its links.
    package var linkingService: any AuthLinkingService {
        get throws(AuthError) { try role(orThrow: .noLinks) }
    }

    /// The back end by its passwords.
    package var passwordService: any AuthPasswordService {
        get throws(AuthError) { try role(orThrow: .noPasswords) }
    }

    /// The back end by its codes.
    package var codeService: any AuthCodeService {
        get throws(AuthError) { try role(orThrow: .noCodes) }
    }

    /// The back end by its second factors.
    package var secondFactorService: any AuthSecondFactorService {
        get throws(AuthError) { try role(orThrow: .noSecondFactors) }
    }

    /// The back end by its exports.
    package var exportService: any AuthExportService {
        get throws(AuthError) { try role(orThrow: .noExport) }
    }

    /// The back end by its sessions.
    package var sessionService: any AuthSessionService {
        get throws(AuthError) { try role(orThrow: .noSessions) }
    }

    private func role<Role>(orThrow error: AuthError) throws(AuthError) -> Role {
        guard let role: Role = role() else { throw error }
        return role
    }

    /// Looks no deeper than eight back ends: one that wraps itself would have no end.
    private func role<Role>(depth: Int = 8) -> Role? {
        if let role = self as? Role { return role }
        return depth > 0 ? wrapped?.role(depth: depth - 1) : nil
    }
}

extension AuthError {
    package static let noSecondFactors = AuthError(.providerRequired, "this back end has no second factors")
    fileprivate static let noLinks = AuthError(.providerRequired, "this back end links no other way to sign in")
    fileprivate static let noPasswords = AuthError(.providerRequired, "this back end has no passwords")
    fileprivate static let noCodes = AuthError(.providerRequired, "this back end sends no codes to sign in with")
    fileprivate static let noSessions = AuthError(.providerRequired, "this back end lists no sessions")
    fileprivate static let noExport = AuthError(.providerRequired, "this back end exports nothing")
}
