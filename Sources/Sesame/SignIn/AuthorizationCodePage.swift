import Foundation
import SesameCore
import SesameWire

/// The page of OAuth's authorization code flow with PKCE, and the check of its response (RFC 6749 section 4.1, RFC
/// 7636, RFC 9207).
struct AuthorizationCodePage: WebPage {
    /// The rule for the `iss` parameter of the response.
    enum Issuer: Sendable {
        /// The response must contain the given issuer.
        case required(String)
        /// The response may omit the issuer; otherwise it must contain one of the given issuers.
        case stated([String])
    }

    let endpoint: URL
    let clientID: String
    let issuer: Issuer
    let parameters: [(name: String, value: String)]
    let pkce: PKCE
    let state: String

    init(
        endpoint: URL, clientID: String, issuer: Issuer,
        parameters: [(name: String, value: String)] = [], pkce: PKCE = PKCE(),
        state: String = RandomText.make(bytes: 32)
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.issuer = issuer
        self.parameters = parameters
        self.pkce = pkce
        self.state = state
    }

    func url(redirectURI: String) throws(AuthError) -> URL {
        let fields =
            [
                (name: "response_type", value: "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
                ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"), ("state", state),
            ] + parameters
        guard let url = URL(string: "\(endpoint.absoluteString)?\(FormEncoding.encode(fields))") else {
            throw AuthError(.invalidRequest, "the URL of the sign-in page is invalid")
        }
        return url
    }

    func validate(_ answer: WebSignInResult) -> Result<Secret, AuthError>? {
        guard answer.parameter("state")?.hasSameBytes(as: state) == true else { return nil }
        // A response with the right state but the wrong issuer is a mix-up attack (RFC 9207), so its code is discarded.
        guard isIssuer(answer.parameter("iss")) else {
            return .failure(AuthError(.invalidRequest, "the response is from another server: iss is missing or wrong"))
        }
        switch answer.parameter("error") {
        case "access_denied": return .failure(AuthError(.cancelled, "the user cancelled the sign-in"))
        case "temporarily_unavailable":
            return .failure(AuthError(.providerUnavailable, "the provider is temporarily unavailable"))
        case .some:
            let why = answer.parameter("error_description").map(Self.explanation) ?? ""
            return .failure(
                AuthError(.invalidRequest, "the server rejected the sign-in" + (why.isEmpty ? "" : ": \(why)")))
        case nil:
            guard let code = answer.parameter("code"), !code.isEmpty else { return nil }
            return .success(Secret(code))
        }
    }

    /// Returns the text of `error_description`, reduced to the visible ASCII that RFC 6749, section 4.1.2.1, allows,
    /// and cut to 200 characters.
    private static func explanation(_ text: String) -> String {
        String(decoding: text.utf8.filter { (0x20...0x7e).contains($0) }.prefix(200), as: UTF8.self)
    }

    private func isIssuer(_ name: String?) -> Bool {
        switch issuer {
        case .required(let issuer): name?.hasSameBytes(as: issuer) == true
        case .stated(let issuers): name.map { name in issuers.contains { $0.hasSameBytes(as: name) } } ?? true
        }
    }
}
