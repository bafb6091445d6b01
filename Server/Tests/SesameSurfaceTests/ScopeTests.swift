import Crypto
import SesameCore
import SesameHTTP
import SesameServerRig
import SesameTokens
import Testing

@testable import SesameAccounts
@testable import SesameSurface

/// Tests of the scopes that a sign-in requests from each provider.
struct ScopeTests {
    private func scope(_ provider: Provider, _ privacy: PrivacyMode) throws -> String? {
        let key = try #require(AppleKey(keyID: "K", pem: Secret(P256.Signing.PrivateKey().pemRepresentation)))
        let client: OAuthClientRegistration =
            provider == .apple
            ? .apple(servicesID: "s", team: AppleTeam(id: "T", key: key))
            : .google(clientID: "g", secret: Secret("secret"))
        let address = ProviderOAuthClient(client: HTTPClient(), publicURL: "https://sign-in.example.com").page(
            client,
            AuthorizationParameters(
                state: Secret("state"), nonce: Secret("nonce"), challenge: CodeChallenge(of: Secret("verifier"))),
            for: .page(role: nil), keeping: privacy)
        let query = try #require(address.split(separator: "?").last)
        return try QueryParameters(formBody: Array(query.utf8))["scope"]
    }

    @Test func `a standard app requests the email address and the name`() throws {
        #expect(try scope(.google, .standard) == "openid email profile")
        #expect(try scope(.apple, .standard) == "name email")
    }

    @Test func `a pseudonymous app requests neither the email address nor the name`() throws {
        let app = try #require(AppID("familysync"))
        let privacy = PrivacyMode.pseudonymous(try #require(PseudonymSettings(try .test(), in: app)))
        #expect(try scope(.google, privacy) == "openid")
        #expect(try scope(.apple, privacy) == nil)
    }
}
