import Sesame
import SesameCore
import SesameTesting

/// A back end with no more than it must have, which looks at no proof.
struct BareService: AuthService {
    let service = MockAuthService()
    /// The session that a proof brings; nil for the one that it was to confirm.
    var confirmed: Session?

    func nonce() async throws(AuthError) -> Nonce { try await service.nonce() }
    func nonce(linkingTo session: Session) async throws(AuthError) -> Nonce { try await service.nonce() }
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await service.exchange(credential)
    }
    func refresh(_ session: Session) async throws(AuthError) -> Session { session }
    func confirm(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        confirmed ?? session
    }
    func link(
        _ credential: AuthCredential, to session: Session, profile: JSONObject, onConflict: ConflictPolicy
    ) async throws(AuthError) -> Upgrade { Upgrade(outcome: .kept, session: session) }
    func unlink(_ method: SignInMethod, from session: Session) async throws(AuthError) {}
    func settle(
        _ choice: ConflictChoice, ticket: Secret, for session: Session
    ) async throws(AuthError) -> Upgrade { Upgrade(outcome: .kept, session: session) }
    func revoke(_ revocation: Revocation) async throws(AuthError) { try await service.revoke(revocation) }
    func export(_ session: Session) async throws(AuthError) -> [UInt8] { [] }
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion { AccountDeletion() }
}
