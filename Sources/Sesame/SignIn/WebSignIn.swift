public import Foundation
public import SesameCore

/// Signs in on Sesame's own page, in any browser: the code flow with PKCE.
public struct WebSignIn: CredentialSource {
    /// A provider that vouches for the user.
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

    /// A sign-in at the server.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - provider: Nil lets the person choose on the server's page.
    ///   - role: The role that the person chose before, in apps with roles.
    ///   - redirectURI: Where the browser comes back to, as it stands in the app's `redirectURIs`, for example
    ///     `com.example.castmate:/callback`; nil for a browser that comes back to this device.
    ///   - issuer: The name that the server signs its answers with, where it is not its address (RFC 9207).
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

    /// By the provider, or in the browser where the person chooses one.
    public var method: SignInMethod? {
        switch provider {
        case .apple: .apple
        case .google: .google
        case nil: .browser
        }
    }

    /// Opens the browser and waits for the code. The page holds the person to the role that they have chosen. Where the
    /// credential is to be linked, the code stands for that, and the page asks for no password.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        let nonce = try await linkingNonce(for: request)
        let page = try page(role: request.role ?? role, linking: nonce)
        let (code, answer) = try await browser.secret(of: WebAttempt(redirectURI: redirectURI, page: page))
        return .authorizationCode(
            AuthorizationCode(
                code: code, verifier: page.pkce.verifier, redirectURI: answer.redirectURI, clientID: app,
                isForLinking: nonce != nil))
    }

    /// The nonce of the session in which the credential is to be linked; nil where it is to sign in. An app that asks by
    /// itself, for a sign-in that keeps a guest, may not know which it will be: the nonce does.
    private func linkingNonce(for request: CredentialRequest) async throws(AuthError) -> Nonce? {
        switch request.purpose {
        case .replacingGuest, .confirmation: return nil
        case .linking, .signIn, nil:
            let nonce = try await request.nonce()
            return nonce.isForLinking ? nonce : nil
        }
    }

    func page(role: String?, linking nonce: Nonce? = nil) throws(AuthError) -> WebCodePage {
        guard let endpoint = server.appending(apiPath: "/authorize") else {
            throw AuthError(.invalidRequest, "the server's address is no address of a server")
        }
        var parameters: [(name: String, value: String)] = []
        if let provider { parameters.append(("provider", provider.rawValue)) }
        if let role { parameters.append(("role", role)) }
        if let nonce { parameters.append(("link", nonce.value.exposed)) }
        return WebCodePage(endpoint: endpoint, clientID: app, issuer: .required(issuer), parameters: parameters)
    }
}
