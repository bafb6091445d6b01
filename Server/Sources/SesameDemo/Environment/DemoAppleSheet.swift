import Sesame
import SesameTesting

/// A simulated Apple sign-in sheet, in which the user consents immediately.
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
