public import Foundation
public import SesameCore

/// A sign-in with Google in a browser, without Google's SDK: the authorization code flow with PKCE
/// (https://developers.google.com/identity/protocols/oauth2/native-app).
///
/// As with Google's SDK, the ID token is issued for ``serverClientID`` if it is set. It contains a nonce from the
/// server.
public struct GoogleWebSignIn: CredentialSource {
    /// An OAuth client registered with Google, by its type.
    public enum Client: Sendable {
        /// An iOS client. The browser redirects to a custom scheme, the reversed client id, which must be in the app's
        /// `CFBundleURLTypes`; see ``GoogleWebSignIn/redirectURI``.
        case iOS(id: String)
        /// A desktop client, for a ``LoopbackBrowser``. Google issues it a client secret, but does not treat it as
        /// confidential.
        case desktop(id: String, secret: Secret)
    }

    /// The URLs of Google's endpoints; development and tests use others.
    public struct Endpoints: Sendable {
        /// The authorization endpoint, which the browser opens.
        package var authorization: URL
        /// The token endpoint, which exchanges a code for tokens.
        package var token: URL
        /// The accepted issuers of the authorization response (RFC 9207).
        package var issuers: [String]

        /// Creates endpoints other than Google's, for example those of a development provider.
        public init(authorization: URL, token: URL, issuers: [String]) {
            self.authorization = authorization
            self.token = token
            self.issuers = issuers
        }
    }

    package let client: Client
    /// The web client's id, the audience of the ID token; if nil, the audience is ``client``.
    public let serverClientID: String?
    /// The role that the user chose before the sign-in, in apps with roles. A role in the request takes precedence.
    public var role: String?

    private let browser: any WebAuthentication
    private let transport: any HTTPTransport
    private let endpoints: Endpoints?

    /// Creates a sign-in that opens Google's page in `browser`, and exchanges the code through `transport`.
    ///
    /// - Parameter endpoints: The endpoints; nil for Google's own.
    public init(
        client: Client, serverClientID: String? = nil, role: String? = nil, browser: some WebAuthentication,
        transport: some HTTPTransport = URLSessionTransport(), endpoints: Endpoints? = nil
    ) {
        self.client = client
        self.serverClientID = serverClientID
        self.role = role
        self.browser = browser
        self.transport = transport
        self.endpoints = endpoints ?? Endpoints.google
    }

    /// The sign-in method for the log: always Google.
    public var method: SignInMethod? { .google }

    /// Opens the browser, exchanges the returned code, and returns Google's ID token as a credential. Throws
    /// ``SesameCore/AuthError/Code/cancelled`` if the user cancels.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        try await result(for: request).credential
    }

    /// Opens the browser, exchanges the returned code, and returns Google's ID token with its claims about the user.
    /// Throws ``SesameCore/AuthError/Code/cancelled`` if the user cancels.
    public func result(for request: CredentialRequest) async throws(AuthError) -> GoogleSignInResult {
        guard let endpoints else { throw AuthError(.internal, "the URLs of Google's endpoints are invalid") }
        let nonce = try await request.nonce()
        let page = page(at: endpoints, nonce: nonce)
        let (code, answer) = try await browser.secret(of: WebSignInRequest(redirectURI: redirectURI, page: page))
        let exchange = GoogleCodeExchange(
            client: client, audience: serverClientID, code: code, verifier: page.pkce.verifier,
            redirectURI: answer.redirectURI)
        let token = try await exchange.idToken(from: endpoints.token, by: transport)
        return GoogleSignInResult(unverified: token, nonce: nonce, role: request.role ?? role)
    }

    /// The redirect URI of the sign-in; nil for a desktop client, whose redirect URI is a loopback address.
    public var redirectURI: String? {
        guard case .iOS(let id) = client else { return nil }
        let labels = id.split(separator: ".", omittingEmptySubsequences: false)
        return "\(labels.reversed().joined(separator: ".").lowercased()):/oauth2callback"
    }

    func page(at endpoints: Endpoints, nonce: Nonce) -> AuthorizationCodePage {
        var parameters = [(name: "scope", value: "openid email profile"), ("nonce", nonce.forGoogle)]
        if let serverClientID { parameters.append(("audience", serverClientID)) }
        return AuthorizationCodePage(
            endpoint: endpoints.authorization, clientID: client.id, issuer: .stated(endpoints.issuers),
            parameters: parameters)
    }
}

extension GoogleWebSignIn.Client {
    var id: String {
        switch self {
        case .iOS(let id), .desktop(let id, _): id
        }
    }
}

extension GoogleWebSignIn.Endpoints {
    /// Google's endpoints, as listed at https://accounts.google.com/.well-known/openid-configuration.
    static var google: Self? {
        guard let authorization = URL(string: "https://accounts.google.com/o/oauth2/v2/auth"),
            let token = URL(string: "https://oauth2.googleapis.com/token")
        else { return nil }
        return Self(authorization: authorization, token: token, issuers: ["https://accounts.google.com"])
    }
}
