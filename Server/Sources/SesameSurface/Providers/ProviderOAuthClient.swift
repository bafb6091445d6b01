package import Foundation
import NIOCore
package import SesameAccounts
package import SesameCore
package import SesameHTTP
import SesameWire

/// A client of the providers' OAuth endpoints: it builds the URLs of authorization pages, exchanges codes for tokens,
/// and revokes Apple's refresh tokens.
package struct ProviderOAuthClient: Sendable {
    let client: HTTPClient
    /// The server's public URL. The callback paths are below it.
    package let publicURL: String

    package init(client: HTTPClient, publicURL: String) {
        self.client = client
        self.publicURL = publicURL
    }

    /// Returns the server's redirect URI for a provider.
    func callback(_ provider: WebProvider) -> String { publicURL + provider.callbackPath }

    /// Returns the URL of the provider's authorization page with all parameters. For a pseudonymous app, it requests
    /// only the user's id.
    package func page(
        _ webClient: OAuthClientRegistration, _ start: AuthorizationParameters, for purpose: FlowPurpose,
        keeping privacy: PrivacyMode
    ) -> String {
        let provider = webClient.provider
        return FormURLEncoder.address(
            provider.addresses.authorization,
            [
                "client_id": webClient.clientID, "redirect_uri": callback(provider), "response_type": "code",
                "response_mode": provider.answer == .form ? "form_post" : nil,
                "scope": privacy.isPseudonymous ? provider.pseudonymousScope : provider.scope,
                "state": start.state.exposed, "nonce": start.nonce.exposed,
                "code_challenge": provider.takesVerifier ? start.challenge.text : nil,
                "code_challenge_method": provider.takesVerifier ? "S256" : nil,
                "prompt": purpose.isLink ? provider.promptOfLinks : nil,
            ])
    }

    /// Exchanges the code of a browser sign-in for the provider's tokens, within eight seconds. Throws `invalidToken`
    /// if the provider rejects the code, `providerUnavailable` if it gives no valid response.
    package func tokens(
        for code: String, of flow: BrowserFlow, _ webClient: OAuthClientRegistration, at now: Date
    ) async throws(AccountError) -> ProviderTokens {
        let provider = webClient.provider
        let form = FormURLEncoder.encode([
            "grant_type": "authorization_code", "code": code, "client_id": webClient.clientID,
            "client_secret": try webClient.secret(at: now).exposed, "redirect_uri": callback(provider),
            "code_verifier": provider.takesVerifier ? flow.verifier.exposed : nil,
        ])
        return try await send(form, to: provider.addresses, of: flow.provider, timeout: .seconds(8))
    }

    /// Exchanges a code of Apple's native sign-in, which has no redirect URI, for tokens. The timeout is only five
    /// seconds, because the user has already been verified.
    package func tokens(
        forNative code: Secret, of team: AppleTeam, clientID: String, at addresses: OAuthEndpoints, now: Date
    ) async throws(AccountError) -> ProviderTokens {
        let form = FormURLEncoder.encode([
            "grant_type": "authorization_code", "code": code.exposed, "client_id": clientID,
            "client_secret": try team.clientSecret(for: clientID, at: now).exposed,
        ])
        return try await send(form, to: addresses, of: .apple, timeout: .seconds(5))
    }

    /// Revokes an Apple refresh token and, with it, the user's consent. Apple's response is the same for an unknown
    /// token.
    package func revoke(
        _ token: Secret, of team: AppleTeam, clientID: String, at addresses: OAuthEndpoints, now: Date
    ) async throws(AccountError) {
        let form = FormURLEncoder.encode([
            "client_id": clientID, "client_secret": try team.clientSecret(for: clientID, at: now).exposed,
            "token": token.exposed, "token_type_hint": "refresh_token",
        ])
        guard let address = addresses.revocation else {
            throw AccountError(.internal, "the provider has no revocation endpoint")
        }
        let response = try await post(form, to: address, of: .apple, timeout: .seconds(30))
        switch response.status {
        case 200: return
        case 400, 401: throw Self.refusal(response, of: .apple)
        default: throw .unreachable(.apple, "status \(response.status)")
        }
    }

    private func send(
        _ form: String, to addresses: OAuthEndpoints, of provider: Provider, timeout: TimeAmount
    ) async throws(AccountError) -> ProviderTokens {
        let response = try await post(form, to: addresses.token, of: provider, timeout: timeout)
        switch response.status {
        case 200: return try Self.tokens(in: response.body, of: provider)
        case 400, 401: throw Self.refusal(response, of: provider)
        default: throw .unreachable(provider, "status \(response.status)")
        }
    }

    private func post(
        _ form: String, to url: String, of provider: Provider, timeout: TimeAmount
    ) async throws(AccountError) -> OutgoingResponse {
        do throws(HTTPClientError) {
            return try await client.send(
                OutgoingRequest(
                    method: "POST", url: url,
                    headers: [
                        ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                    ],
                    body: Array(form.utf8), timeout: timeout, maxResponseBytes: 65_536))
        } catch {
            throw .unreachable(provider, "\(error)")
        }
    }

    private static func tokens(in body: [UInt8], of provider: Provider) throws(AccountError) -> ProviderTokens {
        guard let answer = (try? JSONValue(parsing: body))?.object, let idToken = answer["id_token"]?.string else {
            throw .unreachable(provider, "a response without an ID token")
        }
        return ProviderTokens(
            idToken: Secret(idToken), refreshToken: answer["refresh_token"]?.string.map { Secret($0) })
    }

    /// Returns the refusal for a failed exchange or revocation: `internal` if the provider rejected the client,
    /// otherwise `invalidToken`. A well-formed error code of the provider is logged, because it distinguishes a wrong
    /// secret from a stale code.
    private static func refusal(_ response: OutgoingResponse, of provider: Provider) -> AccountError {
        let word = (try? JSONValue(parsing: response.body))?.object?["error"]?.string ?? ""
        let isWord =
            (1...40).contains(word.utf8.count)
            && word.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        var refusal =
            ["invalid_client", "unauthorized_client"].contains(where: word.hasSameBytes)
            ? AccountError(.internal, "\(provider.rawValue) rejected the server's client credentials")
            : AccountError(.invalidToken, "\(provider.rawValue) rejected the authorization code or token")
        refusal.diagnosis = isWord ? word : "status \(response.status)"
        return refusal
    }
}

extension AccountError {
    fileprivate static func unreachable(_ provider: Provider, _ cause: String) -> AccountError {
        var refusal = AccountError(
            .providerUnavailable, "the server got no valid response from \(provider.rawValue)", retryAfter: 30)
        refusal.diagnosis = cause
        return refusal
    }
}
