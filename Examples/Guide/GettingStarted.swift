public import Foundation
public import Sesame

/// Restores the session or signs in a guest, and returns the manager and the headers for your own back end.
public func begin(server: URL) async throws(AuthError) -> (AuthManager, headers: [String: String]) {
    // snippet.begin
    let auth = AuthManager(
        .production(server: server, app: "couple", storage: .files(name: "couple")))
    await auth.restore()  // works offline
    if auth.auth == nil {
        try await auth.signInAnonymously()
    }
    let token = try await auth.accessToken()  // refreshed when it is due
    let headers = ["Authorization": "Bearer \(token.exposed)"]  // for your own back end
    // snippet.end
    return (auth, headers)
}

/// Creates the client at launch. It contains the manager, the profile store and the state that selects the screen.
@MainActor public func makeClient(_ configuration: AuthConfiguration) -> SesameClient {
    // snippet.client
    let client = SesameClient(configuration)
    // In the first view: .task { await client.run() }
    // At every return to the foreground: await client.becomeActive()
    // snippet.end
    return client
}

/// Returns the configuration for a development server on this computer, on port 8080.
public func develop(storage: StorageLocation, browser: some WebAuthentication) -> AuthConfiguration? {
    // snippet.development
    URL(string: "http://127.0.0.1:8080").map { server in
        .development(
            server: server, app: "couple", storage: storage, browser: browser,
            redirectURI: "com.example.couple:/callback")
    }
    // snippet.end
}

/// Returns a sign-in with the development Google of `make run`, for example to upgrade a guest account.
public func developmentGoogle(sheet: some WebAuthentication) -> GoogleWebSignIn? {
    // snippet.google
    URL(string: "http://127.0.0.1:8081/google/").map { google in
        GoogleWebSignIn(
            client: .iOS(id: "1001-ios.apps.googleusercontent.com"),
            serverClientID: "1001-web.apps.googleusercontent.com", browser: sheet,
            endpoints: GoogleWebSignIn.Endpoints(
                authorization: google.appendingPathComponent("o/oauth2/v2/auth"),
                token: google.appendingPathComponent("token"), issuers: ["https://accounts.google.com"]))
    }
    // snippet.end
}

/// Signs the user in to a program without a window. The program prints the URL of the sign-in page, and receives the
/// result on a loopback port.
public func signInByBrowser(server: URL, auth: AuthManager) async throws(AuthError) -> UserAuthInfo? {
    // snippet.program
    let loopback = LoopbackBrowser { print("Open \($0.absoluteString)") }
    let page = WebSignIn(server: server, app: "couple", provider: .google, browser: loopback)
    let user = try await auth.signIn(using: page).user
    // snippet.end
    return user
}

/// A client of the app's own back end.
public struct BackEnd: Sendable {
    let auth: any AccessTokenSource
    let transport: any HTTPTransport

    /// Creates a client that sends the signed-in user's access token.
    public init(_ auth: some AccessTokenSource, transport: some HTTPTransport = URLSessionTransport()) {
        self.auth = auth
        self.transport = transport
    }

    // snippet.call
    /// Gets a resource on the given user's behalf. If the back end refuses the token, the request is sent once more
    /// with a new one.
    public func get(_ url: URL, of user: UserAuthInfo) async throws(AuthError) -> TransportResponse {
        try await auth.send(TransportRequest(method: "GET", url: url), for: user.uid, by: transport)
    }
    // snippet.end
}
