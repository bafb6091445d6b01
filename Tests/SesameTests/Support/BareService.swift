import Sesame
import SesameCore
import SesameTesting

/// A back end with only the required methods, which accepts every credential.
struct BareService: AuthServiceProtocol {
    let service = MockAuthService()
    /// The session that a confirmation returns; nil to return the session that was confirmed.
    var confirmed: Session?

    func nonce() async throws(AuthError) -> Nonce { try await service.nonce() }
    func exchange(_ credential: AuthCredential) async throws(AuthError) -> SignIn {
        try await service.exchange(credential)
    }
    func refresh(_ session: Session) async throws(AuthError) -> Session { session }
    func reauthenticate(_ session: Session, with credential: AuthCredential) async throws(AuthError) -> Session {
        confirmed ?? session
    }
    func revoke(_ revocation: Revocation) async throws(AuthError) { try await service.revoke(revocation) }
    func deleteAccount(_ session: Session) async throws(AuthError) -> AccountDeletion { AccountDeletion() }
}
