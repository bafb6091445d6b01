public import Foundation
public import SesameCore

/// Signs in with Google in a browser, without Google's SDK: the code flow with PKCE, at Google itself
/// (https://developers.google.com/identity/protocols/oauth2/native-app).
///
/// The ID token is made for ``serverClientID``, as with Google's SDK, and carries a nonce of the server.
public struct GoogleWebSignIn: CredentialSource {
    /// The client as it is registered with Google.
    public enum Client: Sendable {
        /// An iOS client. The browser comes back by the scheme that is the client id reversed, which must stand in the
        /// app's `CFBundleURLTypes`; see ``GoogleWebSignIn/redirectURI``.
        case iOS(id: String)
        /// A desktop client, for a ``LoopbackBrowser``. Google gives it a secret and counts on nobody to keep it.
        case desktop(id: String, secret: Secret)
    }

    /// Google's addresses; others serve development and tests.
    public struct Endpoints: Sendable {
        /// The address that the browser is sent to.
        package var authorization: URL
        /// The address at which a code becomes tokens.
        package var token: URL
        /// The names by which the answer may say who made it (RFC 9207).
        package var issuers: [String]

        /// Makes the value.
        public init(authorization: URL, token: URL, issuers: [String]) {
            self.authorization = authorization
            self.token = token
            self.issuers = issuers
        }
    }

    /// The client.
    package let client: Client
    /// The web client's id, which the token is made for; nil makes it for ``client``.
    public let serverClientID: String?
    /// The role that the person chose before, in apps with roles.
    public var role: String?

    private let browser: any WebAuthentication
    private let transport: any HTTPTransport
    private let endpoints: Endpoints?

    /// A sign-in with that client.
    /// - Parameter endpoints: Nil takes Google's own.
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

    /// With Google.
    public var method: SignInMethod? { .google }

    /// Opens the browser, waits for the code and exchanges it.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        try await result(for: request).credential
    }

    /// Opens the browser, waits for the code and exchanges it; with what the token says about the person.
    public func result(for request: CredentialRequest) async throws(AuthError) -> GoogleSignInResult {
        guard let endpoints else { throw AuthError(.internal, "Google's addresses are no addresses") }
        let nonce = try await request.nonce()
        let page = page(at: endpoints, nonce: nonce)
        let (code, answer) = try await browser.secret(of: WebAttempt(redirectURI: redirectURI, page: page))
        let exchange = GoogleCodeExchange(
            client: client, audience: serverClientID, code: code, verifier: page.pkce.verifier,
            redirectURI: answer.redirectURI)
        let token = try await exchange.idToken(from: endpoints.token, by: transport)
        return GoogleSignInResult(unverified: token, nonce: nonce, role: request.role ?? role)
    }

    /// The address that the browser comes back to; nil for a desktop client, whose browser comes back to this device.
    public var redirectURI: String? {
        guard case .iOS(let id) = client else { return nil }
        let labels = id.split(separator: ".", omittingEmptySubsequences: false)
        return "\(labels.reversed().joined(separator: ".").lowercased()):/oauth2callback"
    }

    func page(at endpoints: Endpoints, nonce: Nonce) -> WebCodePage {
        var parameters = [(name: "scope", value: "openid email profile"), ("nonce", nonce.forGoogle)]
        if let serverClientID { parameters.append(("audience", serverClientID)) }
        return WebCodePage(
            endpoint: endpoints.authorization, clientID: client.id, issuer: .stated(endpoints.issuers),
            parameters: parameters)
    }
}

extension GoogleWebSignIn.Client {
    /// The client's id.
    var id: String {
        switch self {
        case .iOS(let id), .desktop(let id, _): id
        }
    }
}

extension GoogleWebSignIn.Endpoints {
    /// Google's own (https://accounts.google.com/.well-known/openid-configuration).
    static var google: Self? {
        guard let authorization = URL(string: "https://accounts.google.com/o/oauth2/v2/auth"),
            let token = URL(string: "https://oauth2.googleapis.com/token")
        else { return nil }
        return Self(authorization: authorization, token: token, issuers: ["https://accounts.google.com"])
    }
}
