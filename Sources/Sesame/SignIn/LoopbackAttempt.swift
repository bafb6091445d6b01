import Foundation
import SesameCore

/// One attempt of ``LoopbackSignIn``: what it asks for, and what it accepts as the answer to that.
struct LoopbackAttempt: Sendable {
    static let path = "/callback"

    let redirectURI: String
    let issuer: String
    let pkce: PKCE
    let state: String

    init(redirectURI: String, issuer: String, pkce: PKCE = PKCE(), state: String = RandomText.make(bytes: 32)) {
        self.redirectURI = redirectURI
        self.issuer = issuer
        self.pkce = pkce
        self.state = state
    }

    /// The address that begins the sign-in (RFC 6749 section 4.1.1, RFC 7636 section 4.3).
    func authorizeURL(server: URL, app: String, provider: String?) -> URL? {
        guard let url = server.appending(apiPath: "/authorize") else { return nil }
        var fields = [
            (name: "response_type", value: "code"), ("client_id", app), ("redirect_uri", redirectURI),
            ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"), ("state", state),
        ]
        if let provider { fields.append(("provider", provider)) }
        return URL(string: "\(url.absoluteString)?\(FormEncoding.encode(fields))")
    }

    /// What a request to the listener shows the browser, and what it means to the sign-in; nil when it means nothing:
    /// any page can send a browser here, and none of them is to end the wait.
    func judge(_ request: LoopbackRequest?) -> (page: LoopbackPage, result: Result<Secret, AuthError>?) {
        guard let request, request.method == "GET", request.path == Self.path,
            request.parameter("state")?.hasSameBytes(as: state) == true
        else { return (.refused, nil) }
        // Whoever knows the state is who was asked, or was asked in its stead (RFC 9207): its code goes nowhere.
        guard request.parameter("iss")?.hasSameBytes(as: issuer) == true else {
            let error = AuthError(
                .invalidRequest, "the answer is not of the server that was asked: iss is not \(issuer)")
            return (.refused, .failure(error))
        }
        if let code = request.parameter("code"), !code.isEmpty, request.parameter("error") == nil {
            return (.done, .success(Secret(code)))
        }
        switch request.parameter("error") {
        case "access_denied": return (.cancelled, .failure(AuthError(.cancelled, "the person gave up")))
        case "temporarily_unavailable":
            return (.cancelled, .failure(AuthError(.providerUnavailable, "the provider cannot be reached")))
        case .some: return (.cancelled, .failure(AuthError(.invalidRequest, "the server refused the sign-in")))
        case nil: return (.refused, nil)
        }
    }
}
