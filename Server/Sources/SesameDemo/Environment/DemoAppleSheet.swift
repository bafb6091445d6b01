import Sesame
import SesameTesting

/// Apple's sign-in sheet, with immediate consent of the user.
struct DemoAppleSheet: CredentialSource {
    let providers: Providers
    let consents: Consents
    let app: String
    let person: Person
    let asked: AppleScopes

    var method: SignInMethod? { .apple }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let sheet = SimulatedAppleSheet(asking: asked) { nonceHash throws(AuthError) in
            let isFirst = consents.agree(person, to: app)
            return try await providers.appleAnswer(
                asking: asked, nonceHash: nonceHash, app: app, person: person, isFirst: isFirst)
        }
        return try await sheet.credential(for: request)
    }
}
