import Sesame
import SesameCore

/// Apple's sheet, to which the person agrees at once.
struct AppleSheet: CredentialSource {
    let providers: Providers
    let consents: Consents
    let app: String
    let person: Person
    let asked: AppleSheetAttempt.Request

    var method: SignInMethod? { .apple }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let attempt = AppleSheetAttempt(asked, nonce: try await request.nonce())
        let isFirst = consents.agree(person, to: app)
        return try attempt.credential(
            from: try await providers.appleAnswer(to: attempt, app: app, person: person, isFirst: isFirst))
    }
}
