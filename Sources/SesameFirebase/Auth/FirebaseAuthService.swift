import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// An account service for a Firebase project that uses Identity Toolkit's REST API, at Google or at a compatible
/// server.
///
/// The service has Firebase's limits: a client cannot end a session at the server (a sign-out affects only the device),
/// accounts cannot be merged, and roles and recovery codes do not exist. See `docs/migrate/from-firebase.md`.
public struct FirebaseAuthService: AuthServiceProtocol {
    /// The project whose accounts the service manages, at Google or at a compatible server.
    public let project: FirebaseProject

    let requests: FirebaseRequests
    let clock: AuthClock

    /// Creates a service for the accounts of a Firebase project.
    public init(
        _ project: FirebaseProject, transport: some HTTPTransport = URLSessionTransport(), clock: AuthClock = .system
    ) {
        self.project = project
        requests = FirebaseRequests(project: project, transport: transport)
        self.clock = clock
    }

    /// Returns a nonce created on this device. Firebase issues none, and compares the token's nonce with the one in the
    /// request.
    public func nonce() async throws(AuthError) -> Nonce {
        Nonce(Secret(RandomText.make(bytes: 32)), googleForm: project.googleNonce)
    }

    /// Returns a nonce created on this device, which is not bound to the session.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await nonce()
    }

    /// Signs in by `accounts:signInWithIdp`, `accounts:signInWithPassword` or, for new users and guests,
    /// `accounts:signUp`. A credential with the code of an authenticator app completes a pending sign-in by
    /// `mfaSignIn:finalize`.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        if let proof = try IdpCredential(credential) { return try await signIn(proof) }
        switch credential {
        case .password(let credential): return try await signIn(credential)
        case .passwordRegistration(let form): return try await signUp(form)
        case .anonymous:
            let answer = try await tokens("signUp", ["returnSecureToken": true], .signIn)
            return SignIn(session: try await session(answer), isNewUser: true)
        case .secondFactor(let proof): return try await finish(by: proof)
        default: throw AuthError(.invalidRequest, "Firebase accepts a provider's ID token, a password or a guest")
        }
    }

    /// Refreshes the tokens by `v1/token`. Firebase's refresh tokens do not rotate, so a lost response does no harm.
    public func refresh(_ session: Session) async throws(AuthError) -> Session {
        try renew(session, try await tokens(for: session.refreshToken))
    }

    /// Returns a session for a refresh token of Firebase's own SDK, so that users need not sign in again when an app
    /// migrates.
    ///
    /// Store the session before the first call of the manager. The manager and Firebase's SDK then use the same refresh
    /// token, and a sign-out in Firebase's SDK does not end this session.
    public func importSession(refreshToken: Secret) async throws(AuthError) -> Session {
        try await session(try await tokens(for: refreshToken))
    }

    /// Confirms the user by a repeated `accounts:signInWithIdp` or `accounts:signInWithPassword`, which never creates
    /// an account. If an authenticator app is required, a second call with its code continues by `mfaSignIn:finalize`,
    /// with the ticket of the first response. The session keeps its id. Throws
    /// ``SesameCore/AuthError/Code/reauthenticationRequired`` if the credential belongs to another user.
    public func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        let answer: IdentityToolkitResponse
        do throws(AuthError) {
            if let proof = try IdpCredential(credential) {
                var body = proof.request
                // Without this member an unknown user would get an account.
                body["autoCreate"] = false
                answer = try await tokens("signInWithIdp", body, .confirmation)
            } else {
                switch credential {
                case .password(let credential):
                    answer = try await tokens("signInWithPassword", try credential.firebaseRequest, .password)
                case .secondFactor(let proof): answer = try await show(proof)
                default: throw AuthError(.invalidRequest, "only the account's own sign-in methods can confirm the user")
                }
            }
        } catch {
            throw error.confirming(session)
        }
        guard answer.uid.hasSameBytes(as: session.user.uid) else { throw .anothersCredential }
        return try renew(session, answer)
    }

    /// Does nothing, because a Firebase client cannot end a session. The device deletes its tokens. The refresh token
    /// stays valid until it is revoked at the project, or the password or address changes.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {}
}
