import Sesame
import SesameCore

/// The sheet of Google's SDK, with immediate consent of the user.
struct DemoGoogleSheet: CredentialSource {
    let providers: Providers
    let app: String
    let person: Person
    var role: String?
    /// True if the app passes a nonce to the SDK, as newer versions do.
    var passesNonce = true

    var method: SignInMethod? { .google }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = passesNonce ? try await request.nonce() : nil
        let token = try await providers.googleToken(app: app, person: person, nonce: nonce)
        return .google(idToken: token, nonce: nonce, role: role)
    }
}
