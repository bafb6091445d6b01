public import Foundation
public import SesameCore

/// A sign-in on Sesame's own page, in any browser: the authorization code flow with PKCE.
public struct WebSignIn: CredentialSource {
    /// An identity provider of the sign-in page.
    public enum Provider: String, Sendable, CaseIterable {
        /// Sign in with Apple.
        case apple
        /// Sign in with Google.
        case google
    }

    private let server: URL
    private let app: String
    private let provider: Provider?
    private var role: String?
    private let redirectURI: String?
    private let issuer: String
    private let browser: any WebAuthentication

    /// Creates a sign-in on the server's page.
    ///
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - provider: The provider; nil lets the user choose on the server's page.
    ///   - role: The role that the user has chosen, in apps with roles.
    ///   - redirectURI: The redirect URI, as listed in the app's `redirectURIs`, for example
    ///     `com.example.castmate:/callback`; nil for a browser with a loopback redirect.
    ///   - issuer: The server's issuer name in responses, if it differs from its URL (RFC 9207).
    public init(
        server: URL, app: String, provider: Provider? = nil, role: String? = nil, redirectURI: String? = nil,
        issuer: String? = nil, browser: some WebAuthentication
    ) {
        self.server = server
        self.app = app
        self.provider = provider
        self.role = role
        self.redirectURI = redirectURI
        self.issuer = issuer ?? server.appending(apiPath: "")?.absoluteString ?? server.absoluteString
        self.browser = browser
    }

    /// The provider's sign-in method, or the browser if the user chooses the provider there.
    public var method: SignInMethod? {
        switch provider {
        case .apple: .apple
        case .google: .google
        case nil: .browser
        }
    }

    /// Opens the browser, and returns the code with which the page redirects to the app. The request's role takes
    /// precedence over the source's role. A code for linking cannot be used to sign in, and the page for linking does
    /// not offer a password.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = try await linkingNonce(for: request)
        let page = try page(role: request.role ?? role, linking: nonce)
        let (code, answer) = try await browser.secret(of: WebSignInRequest(redirectURI: redirectURI, page: page))
        return .authorizationCode(
            AuthorizationCode(
                code: code, verifier: page.pkce.verifier, redirectURI: answer.redirectURI, clientID: app,
                isForLinking: nonce != nil))
    }

    /// Returns the nonce for linking the credential to the current session; nil if the request is not for linking. A
    /// sign-in also links if its nonce is for linking, as for a guest who keeps their account.
    private func linkingNonce(for request: CredentialRequest) async throws(AuthError) -> Nonce? {
        switch request.purpose {
        case .replacingGuest, .confirmation: return nil
        case .linking, .signIn, nil:
            let nonce = try await request.nonce()
            return nonce.isForLinking ? nonce : nil
        }
    }

    func page(role: String?, linking nonce: Nonce? = nil) throws(AuthError) -> AuthorizationCodePage {
        guard let endpoint = server.appending(apiPath: "/authorize") else {
            throw AuthError(.invalidRequest, "the server's URL is invalid")
        }
        var parameters: [(name: String, value: String)] = []
        if let provider { parameters.append(("provider", provider.rawValue)) }
        if let role { parameters.append(("role", role)) }
        if let nonce { parameters.append(("link", nonce.value.exposed)) }
        return AuthorizationCodePage(
            endpoint: endpoint, clientID: app, issuer: .required(issuer), parameters: parameters)
    }
}
