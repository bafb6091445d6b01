import Sesame
import SesameCore

/// A simulated sign-in sheet of Google's SDK, in which the user consents immediately.
struct DemoGoogleSheet: CredentialSource {
    let providers: Providers
    let app: String
    let person: Person
    var role: String?
    /// True if the app passes a nonce to Google's SDK; false for the published version of CastMate, which passes none.
    var passesNonce = true

    var method: SignInMethod? { .google }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = passesNonce ? try await request.nonce() : nil
        let token = try await providers.googleToken(app: app, person: person, nonce: nonce)
        return .google(idToken: token, nonce: nonce, role: role)
    }
}
