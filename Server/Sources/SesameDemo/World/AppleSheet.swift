import Sesame
import SesameCore

/// Apple's sheet, to which the person agrees at once.
struct AppleSheet: CredentialSource {
    let providers: Providers
    let consents: Consents
    let app: String
    let person: Person
    let request: AppleSheetAttempt.Request

    var method: SignInMethod? { .apple }

    func credential(nonces: NonceSource) async throws(AuthError) -> AuthCredential {
        let attempt = AppleSheetAttempt(request, nonce: try await nonces.next())
        let isFirst = consents.agree(person, to: app)
        return try attempt.credential(
            from: try await providers.appleAnswer(to: attempt, app: app, person: person, isFirst: isFirst))
    }
}
