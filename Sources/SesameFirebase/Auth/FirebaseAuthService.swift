import Foundation
public import Sesame
public import SesameCore
import SesameWire

/// Accounts at a Firebase project, by Identity Toolkit's REST protocol: at Google, or at a server that speaks it.
///
/// What Firebase has not, this has not either: a client cannot end a session there (a sign-out is the device's alone),
/// accounts cannot be merged, there are no roles and no recovery codes. See `docs/migrate/from-firebase.md`.
public struct FirebaseAuthService: AuthServiceProtocol {
    /// The project.
    public let project: FirebaseProject

    let requests: FirebaseRequests
    let clock: AuthClock

    /// A back end at that project.
    public init(
        _ project: FirebaseProject, transport: some HTTPTransport = URLSessionTransport(), clock: AuthClock = .system
    ) {
        self.project = project
        requests = FirebaseRequests(project: project, transport: transport)
        self.clock = clock
    }

    /// A nonce of the device's own: Firebase issues none, and compares the token's with the one that comes beside it.
    public func nonce() async throws(AuthError) -> Nonce {
        Nonce(Secret(RandomText.make(bytes: 32)), googleForm: project.googleNonce)
    }

    /// A nonce of the device's own.
    public func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce {
        try await nonce()
    }

    /// `accounts:signInWithIdp`, `accounts:signInWithPassword` or, for somebody new and for a guest, `accounts:signUp`; then
    /// `mfaSignIn:finalize`, where an authenticator app is asked for.
    public func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        if let proof = try ProviderProof(credential) { return try await signIn(proof) }
        switch credential {
        case .password(let credential): return try await signIn(credential)
        case .passwordRegistration(let form): return try await signUp(form)
        case .anonymous:
            let answer = try await tokens("signUp", ["returnSecureToken": true], .signIn)
            return SignIn(session: try await session(answer), isNewUser: true)
        case .secondFactor(let proof): return try await finish(by: proof)
        default: throw AuthError(.invalidRequest, "Firebase takes a provider's ID token, a password, or a guest")
        }
    }

    /// `v1/token`. Firebase's refresh tokens do not rotate, so a lost answer costs nothing.
    public func refresh(_ session: Session) async throws(AuthError) -> Session {
        try renew(session, try await tokens(for: session.refreshToken))
    }

    /// A session for a refresh token of Firebase's own SDK: nobody has to sign in again when an app moves over.
    ///
    /// Store it before the manager is asked for anything. The token is the same from then on for both, and a sign-out
    /// there ends nothing here.
    public func adopt(refreshToken: Secret) async throws(AuthError) -> Session {
        try await session(try await tokens(for: refreshToken))
    }

    /// `accounts:signInWithIdp` or `accounts:signInWithPassword` once more, for an account that is there; then
    /// `mfaSignIn:finalize` with the ticket of the first answer, where an authenticator app is asked for. The session keeps
    /// its id.
    public func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        let answer: IdentityAnswer
        do throws(AuthError) {
            if let proof = try ProviderProof(credential) {
                var body = proof.request
                // Else somebody who is not known yet would get an account by this.
                body["autoCreate"] = false
                answer = try await tokens("signInWithIdp", body, .confirmation)
            } else {
                switch credential {
                case .password(let credential):
                    answer = try await tokens("signInWithPassword", try credential.firebaseRequest, .password)
                case .secondFactor(let proof): answer = try await show(proof)
                default: throw AuthError(.invalidRequest, "only a credential of one's own confirms who somebody is")
                }
            }
        } catch {
            throw error.confirming(session)
        }
        guard answer.uid.hasSameBytes(as: session.user.uid) else { throw .anothersCredential }
        return try renew(session, answer)
    }

    /// Nothing: Firebase gives a client no way to end a session. The device forgets its tokens, and the refresh token
    /// goes on until somebody at the project revokes it, or the password or the address changes.
    public func revoke(_ revocation: Revocation) async throws(AuthError) {}
}
