import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// Accounts at Appwrite by its REST API, be it Appwrite's own server or Sesame.
///
/// Appwrite's session is one long-lived secret. It is the session's ``Sesame/Session/refreshToken``: it stays on the
/// device, in the session store, and everything that concerns the account is asked with it. The
/// ``Sesame/Session/accessToken`` is a JWT of a quarter of an hour, for back ends and for Appwrite's own SDK
/// (`client.setJWT`); a refresh makes the next one.
///
/// Three things of the port are beyond Appwrite. It cannot merge two accounts, so a
/// ``SesameCore/AuthError/Code/credentialInUse`` comes without a ticket and ``settle(_:ticket:for:)`` is refused. A
/// session whose account was deleted elsewhere has ended like any other, so a deletion that is repeated throws
/// ``SesameCore/AuthError/Code/sessionEnded``; a Sesame server says that the account is gone. A phone is no second factor
/// here: the code of a text counts with the text's id, and this service keeps nothing between two calls.
public struct AppwriteAuthService: AuthServiceProtocol {
    /// The project.
    public let project: AppwriteProject
    /// The kind of server.
    public let server: AppwriteServer
    /// The way in which accounts are deleted.
    public let deletion: AppwriteDeletion
    /// The pages of emailed links; nil for apps that have none sent.
    public let mailPages: AppwriteMailPages?

    let requests: AppwriteRequests
    let clock: AuthClock

    /// A back end for that project.
    public init(
        project: AppwriteProject, server: AppwriteServer = .appwrite, deletion: AppwriteDeletion = .account,
        mailPages: AppwriteMailPages? = nil, transport: some HTTPTransport = URLSessionTransport(),
        clock: AuthClock = .system
    ) {
        self.project = project
        self.server = server
        self.deletion = deletion
        self.mailPages = mailPages
        requests = AppwriteRequests(project: project, transport: transport)
        self.clock = clock
    }

    /// A nonce of this device: Appwrite issues none. It checks that the token was made for it.
    public func nonce() async throws(AuthError) -> Nonce {
        Nonce(Secret(RandomText.make(bytes: 32)))
    }

    /// A nonce of this device.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await nonce()
    }

    /// Begins a session by the route that the credential is for.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        switch credential {
        case .passwordRegistration(let form): try await signUp(form)
        case .secondFactor(let proof): try await finish(by: proof)
        case .code: try await signIn(by: credential)
        default: try await signIn(with: credential, in: nil)
        }
    }

    /// A JWT of `POST /account/jwts`; the secret stays what it is, so the answer may be lost as often as it likes.
    ///
    /// A session of before the account's first factor ends: Appwrite keeps it, and lets it do nothing.
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

    /// Begins another session of the same person, which takes the given one's place.
    ///
    /// The account is looked at first: a credential of somebody who has no account would make them one.
    public func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        if case .secondFactor(let proof) = credential { return try await confirm(session, by: proof) }
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
                // Appwrite's own id of a code is that of the account. Elsewhere it might make another one.
                let isOwn = server == .appwrite && sent.handle?.hasSameBytes(as: session.user.uid) == true
                guard isOwn || sent.wentTo(session.user) else { throw .foreignCode }
            case .oneTimeToken(let uid, _):
                guard uid.hasSameBytes(as: session.user.uid) else { throw .anotherPerson }
            default: throw AuthError(.invalidRequest, "only a credential of its own confirms who somebody is")
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

    /// Leaves nothing of a sign-in that was somebody else's. Only Sesame hides whose identities are whose, and Sesame
    /// says which accounts are new.
    private func undo(_ signIn: SignIn) async throws(AuthError) {
        if server == .sesame, signIn.isNewUser {
            try await deleteAccount(signIn.session)
        } else {
            try await revoke(Revocation(signIn.session))
        }
    }

    /// `DELETE /account/sessions/current`.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {
        do throws(AuthError) {
            try await requests.send("DELETE", "/account/sessions/current", session: revocation.refreshToken)
                .checkDeletion()
        } catch {
            guard [.sessionEnded, .userDeleted, .userDisabled].contains(error.code) else { throw error }
        }
    }

    /// The life of an access token, which is what Appwrite takes when nothing is said.
    static let jwtLife = Duration.seconds(900)
}

extension AuthError {
    static let anotherPerson = AuthError(.reauthenticationRequired, "the credential is another person's")
}
