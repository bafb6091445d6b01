import Foundation
import Sesame
import SesameCore

/// A browser in which the user chooses their account on Google's page.
struct GooglePage: WebAuthentication {
    let person: Person

    func authenticate(_ attempt: WebSignInRequest) async throws(AuthError) -> WebSignInResult {
        guard let redirectURI = attempt.redirectURI else {
            throw AuthError(.invalidRequest, "the demo's browser needs a sign-in with a redirect URI")
        }
        let page = try attempt.url(redirectURI: redirectURI)
        guard let url = try await DemoHTTPClient.submit("user=\(person.number)", to: page) else {
            throw AuthError(.providerUnavailable, "Google's page does not redirect")
        }
        return WebSignInResult(redirectURI: redirectURI, url: url)
    }
}
