import Foundation
import NIOCore
import SesameAccounts
import SesameCore
import SesameHTTP

/// Sends browsers to the providers, and turns what they bring back into ID tokens.
struct ProviderExchange: Sendable {
    let client: HTTPClient
    /// Our public address: the callbacks lie below it.
    let publicURL: String

    /// Where the provider sends the browser back to.
    func callback(_ provider: Provider) -> String {
        publicURL + Self.callbackPath(provider)
    }

    static func callbackPath(_ provider: Provider) -> String { "/callback/\(provider.rawValue)" }

    /// The provider's page, with all that it needs to know.
    func page(_ provider: Provider, _ webClient: WebClient, _ start: FlowStart) -> String {
        let address = webClient.addresses.authorization
        switch provider {
        case .google:
            return FormText.address(
                address,
                [
                    "client_id": webClient.clientID, "redirect_uri": callback(provider), "response_type": "code",
                    "scope": "openid email profile", "state": start.state.exposed, "nonce": start.nonce.exposed,
                    "code_challenge": start.challenge.text, "code_challenge_method": "S256",
                ])
        case .apple:
            return FormText.address(
                address,
                [
                    "client_id": webClient.clientID, "redirect_uri": callback(provider), "response_type": "code",
                    "response_mode": "form_post", "scope": "name email", "state": start.state.exposed,
                    "nonce": start.nonce.exposed,
                ])
        }
    }

    /// The ID token for a code.
    func idToken(
        for code: String, of flow: BrowserFlow, _ webClient: WebClient, at now: Date
    ) async throws(Refusal) -> Secret {
        let body = try form(code, flow, webClient, at: now)
        let response: OutgoingResponse
        do throws(HTTPClientError) {
            response = try await client.send(
                OutgoingRequest(
                    method: "POST", url: webClient.addresses.token,
                    headers: [
                        ("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json"),
                    ],
                    body: Array(body.utf8), timeout: .seconds(8), maximumBytes: 65_536))
        } catch {
            throw .unreachable(flow.provider, "\(error)")
        }
        switch response.status {
        case 200: return try Self.idToken(in: response.body, of: flow.provider)
        case 400, 401: throw Self.refusal(response, of: flow.provider)
        default: throw .unreachable(flow.provider, "status \(response.status)")
        }
    }

    private func form(
        _ code: String, _ flow: BrowserFlow, _ webClient: WebClient, at now: Date
    ) throws(Refusal) -> String {
        switch webClient.registration {
        case .google(let clientID, let secret):
            return FormText.encode([
                "grant_type": "authorization_code", "code": code, "client_id": clientID,
                "client_secret": secret.exposed, "redirect_uri": callback(flow.provider),
                "code_verifier": flow.verifier.exposed,
            ])
        case .apple(let servicesID, let teamID, let key):
            let issuedAt = Int64(now.secondsSince1970)
            let secret: Secret
            do {
                secret = try key.sign([
                    "iss": .string(teamID), "iat": .integer(issuedAt), "exp": .integer(issuedAt + 300),
                    "aud": "https://appleid.apple.com", "sub": .string(servicesID),
                ])
            } catch {
                throw Refusal(.internal, "the secret for Apple could not be signed")
            }
            return FormText.encode([
                "grant_type": "authorization_code", "code": code, "client_id": servicesID,
                "client_secret": secret.exposed, "redirect_uri": callback(flow.provider),
            ])
        }
    }

    private static func idToken(in body: [UInt8], of provider: Provider) throws(Refusal) -> Secret {
        guard let answer = try? JSONValue(parsing: body), let token = answer.object?["id_token"]?.string else {
            throw .unreachable(provider, "an answer without a token")
        }
        return Secret(token)
    }

    /// The vendor's error word goes to the log, if it is one: it tells a wrong secret from a stale code.
    private static func refusal(_ response: OutgoingResponse, of provider: Provider) -> Refusal {
        var refusal = Refusal(.invalidToken, "\(provider.rawValue) did not accept the code")
        let word = (try? JSONValue(parsing: response.body))?.object?["error"]?.string ?? ""
        let isWord =
            (1...40).contains(word.utf8.count)
            && word.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        refusal.diagnosis = isWord ? word : "status \(response.status)"
        return refusal
    }
}

extension Refusal {
    fileprivate static func unreachable(_ provider: Provider, _ cause: String) -> Refusal {
        var refusal = Refusal(
            .providerUnavailable, "\(provider.rawValue) cannot be reached for the exchange of a code", retryAfter: 30)
        refusal.diagnosis = cause
        return refusal
    }
}
