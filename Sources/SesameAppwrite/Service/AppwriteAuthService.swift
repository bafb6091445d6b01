import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// An account service over Appwrite's REST API, for Appwrite's own server or a Sesame server.
///
/// Appwrite's session is one long-lived secret. It is the session's ``Sesame/Session/refreshToken``: it stays on the
/// device, in the session store, and authenticates all account requests. The ``Sesame/Session/accessToken`` is a JWT
/// with a lifetime of 15 minutes, for back ends and for Appwrite's own SDK (`client.setJWT`); a refresh creates the
/// next one.
///
/// Appwrite does not support three functions of the protocol:
///
/// - It cannot merge two accounts, so ``SesameCore/AuthError/Code/credentialInUse`` comes without a ticket, and
///   ``resolveConflict(_:ticket:for:)`` throws.
/// - A session whose account was deleted elsewhere has ended like any other, so a repeated deletion throws
///   ``SesameCore/AuthError/Code/sessionEnded``. A Sesame server reports that the account is gone.
/// - A phone is no second factor: a text message's code is checked with the message's id, and this service stores
///   nothing between two calls.
public struct AppwriteAuthService: AuthServiceProtocol {
    /// The project whose accounts the service manages.
    public let project: AppwriteProject
    /// The kind of the project's server; a Sesame server supports more than Appwrite's own.
    public let server: AppwriteServer
    /// The method by which ``deleteAccount(_:)`` deletes an account, by default `DELETE /account`.
    public let deletion: AppwriteDeletionMethod
    /// The app's pages for emailed links; nil for an app that sends no verification or password reset emails.
    public let mailPages: AppwriteEmailRedirects?

    let requests: AppwriteRequests
    let clock: AuthClock

    /// Creates a service for a project's accounts, by default at Appwrite's own server.
    public init(
        project: AppwriteProject, server: AppwriteServer = .appwrite, deletion: AppwriteDeletionMethod = .account,
        mailPages: AppwriteEmailRedirects? = nil, transport: some HTTPTransport = URLSessionTransport(),
        clock: AuthClock = .system
    ) {
        self.project = project
        self.server = server
        self.deletion = deletion
        self.mailPages = mailPages
        requests = AppwriteRequests(project: project, transport: transport)
        self.clock = clock
    }

    /// Returns a nonce created on this device, because Appwrite issues none. Appwrite only checks that the token
    /// contains the nonce.
    public func nonce() async throws(AuthError) -> Nonce {
        Nonce(Secret(RandomText.make(bytes: 32)))
    }

    /// Returns a nonce created on this device, which is not bound to the session.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await nonce()
    }

    /// Exchanges a credential for a session, at the route for its kind.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        switch credential {
        case .passwordRegistration(let form): try await signUp(form)
        case .secondFactor(let proof): try await finish(by: proof)
        case .code: try await signIn(by: credential)
        default: try await signIn(with: credential, in: nil)
        }
    }

    /// Refreshes the JWT by `POST /account/jwts`. The secret stays the same, so a lost response does no harm.
    ///
    /// A session older than the account's first second factor ends with ``SesameCore/AuthError/Code/sessionEnded``,
    /// because Appwrite keeps the session but refuses its requests.
    public func refresh(_ session: Session) async throws(AuthError) -> Session {
        let now = clock.now
        var session = session
        do throws(AuthError) {
            session.accessToken = try await jwt(session.refreshToken)
        } catch {
            guard error.code == .secondFactorRequired else { throw error }
            await giveUp(session.refreshToken)
            throw AuthError(.sessionEnded, error.reason)
        }
        session.receivedAt = now
        session.expiresAt = now + Self.jwtLife.timeInterval
        return session
    }

    /// Confirms the user, and returns the session to continue with: the given one after a second factor, otherwise a
    /// new session of the same user. Throws ``SesameCore/AuthError/Code/reauthenticationRequired`` if the credential
    /// belongs to another user, and ``SesameCore/AuthError/Code/secondFactorRequired`` if the account requires a second
    /// factor instead.
    ///
    /// The credential's owner is checked first as far as possible, because a sign-in with a credential without an
    /// account would create one.
    public func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        if case .secondFactor(let proof) = credential { return try await reauthenticate(session, by: proof) }
        try await requireNoFactor(of: session)
        if let proof = try credential.idTokenProof {
            let known = try await identities(session.refreshToken).filter { $0.provider == proof.provider }
            let subject = UnverifiedClaims(proof.idToken)?["sub"]
            let isPossible = known.contains { identity in
                guard let subject, let shown = identity.subject else { return true }
                return shown.hasSameBytes(as: subject)
            }
            guard isPossible else { throw .anotherPerson }
        } else {
            switch credential {
            case .password: break
            case .code(_, let sent, _):
                // At Appwrite a code's id is the account's id. Other codes might create a new account.
                let isOwn = server == .appwrite && sent.handle?.hasSameBytes(as: session.user.uid) == true
                guard isOwn || sent.wentTo(session.user) else { throw .foreignCode }
            case .oneTimeToken(let uid, _):
                guard uid.hasSameBytes(as: session.user.uid) else { throw .anotherPerson }
            default: throw AuthError(.invalidRequest, "only the account's own sign-in methods can confirm the user")
            }
        }
        let fresh: SignIn
        do throws(AuthError) {
            fresh = try await exchange(credential)
        } catch {
            guard let step = error.secondFactor else { throw error }
            await giveUp(step.ticket)
            var error = error
            error.secondFactor = nil
            throw error
        }
        guard fresh.user.uid.hasSameBytes(as: session.user.uid) else {
            try await undo(fresh)
            throw .anotherPerson
        }
        return fresh.session
    }

    /// Undoes a sign-in with a credential of another user: ends the session, or deletes the account if a Sesame server
    /// reports that the sign-in created it. A Sesame server does not report the users' ids at providers, so the check
    /// before the sign-in cannot detect such a credential there.
    private func undo(_ signIn: SignIn) async throws(AuthError) {
        if server == .sesame, signIn.isNewUser {
            try await deleteAccount(signIn.session)
        } else {
            try await revoke(Revocation(signIn.session))
        }
    }

    /// Ends the session by `DELETE /account/sessions/current`. A session that has already ended is no error.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {
        do throws(AuthError) {
            try await requests.send("DELETE", "/account/sessions/current", session: revocation.refreshToken)
                .checkDeletion()
        } catch {
            guard [.sessionEnded, .userDeleted, .userDisabled].contains(error.code) else { throw error }
        }
    }

    /// The lifetime of an access token, which is Appwrite's default.
    static let jwtLife = Duration.seconds(900)
}

extension AuthError {
    static let anotherPerson = AuthError(.reauthenticationRequired, "the credential belongs to another user")
}
