public import Sesame

/// A manager that signs in with Google for the chosen role.
public struct GoogleAuthManager: Sendable {
    private let clientID: String
    private let webClientID: String
    private let browser: any WebAuthentication
    private let transport: any HTTPTransport
    private let endpoints: GoogleWebSignIn.Endpoints?

    /// Creates a manager that shows Google's page in the given browser.
    /// - Parameters:
    ///   - clientID: The iOS client's id. The reversed client id is the URL scheme in `Info.plist`.
    ///   - webClientID: The web client's id, which is the token's audience and one of `providers.google.clientIDs`.
    ///   - endpoints: The endpoints; nil for Google's own.
    public init(
        clientID: String, webClientID: String, browser: some WebAuthentication,
        transport: some HTTPTransport = URLSessionTransport(), endpoints: GoogleWebSignIn.Endpoints? = nil
    ) {
        self.clientID = clientID
        self.webClientID = webClientID
        self.browser = browser
        self.transport = transport
        self.endpoints = endpoints
    }

    /// Returns the source of a Google sign-in for the chosen role.
    public func source(for userType: UserType) -> GoogleWebSignIn {
        GoogleWebSignIn(
            client: .iOS(id: clientID), serverClientID: webClientID, role: userType.rawValue, browser: browser,
            transport: transport, endpoints: endpoints)
    }

    /// Returns the result of the Google sign-in, with the ID token and the user's claims, for apps that then call
    /// ``Sesame/AuthManager/signInWithGoogle(result:)`` themselves.
    public func signIn(userType: UserType, for request: CredentialRequest) async throws(AuthError) -> GoogleSignInResult
    {
        try await source(for: userType).result(for: request)
    }
}
