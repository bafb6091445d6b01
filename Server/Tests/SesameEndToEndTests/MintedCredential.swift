import Sesame
import SesameCore
import SesameDevelopmentProviders

/// A source of credentials for a test user: an ID token from a development provider, with a nonce from the server.
struct MintedCredential: CredentialSource {
    let server: RunningServer
    let provider: ProviderKind
    let user: Int
    var app = "couple"
    /// The name that Apple's sheet returns at the first consent.
    var name: PersonName?

    var method: SignInMethod? { provider == .google ? .google : .apple }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let (token, nonce) = try await token(for: request)
        return switch provider {
        case .google: .google(idToken: token, nonce: nonce)
        case .apple: .apple(idToken: token, nonce: nonce, name: name)
        }
    }

    /// Returns the credential for linking to the signed-in account.
    func linkable(for request: CredentialRequest) async throws(AuthError) -> LinkableCredential {
        let (token, nonce) = try await token(for: request)
        return switch provider {
        case .google: .google(idToken: token, nonce: nonce)
        case .apple: .apple(idToken: token, nonce: nonce, name: name)
        }
    }

    private func token(for request: CredentialRequest) async throws(AuthError) -> (Secret, Nonce) {
        let nonce = try await request.nonce()
        let order = MintRequest(
            client: .app(app), person: .testUser(user), nonce: .raw(nonce.value.exposed))
        do {
            return (Secret(try await server.providers[provider].mint(order).idToken), nonce)
        } catch {
            throw AuthError(.internal, "the development provider made no token", cause: error)
        }
    }
}
