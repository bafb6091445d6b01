public import Sesame

/// Continues with Google for the kind of person that was chosen.
public struct GoogleAuthManager: Sendable {
    private let clientID: String
    private let webClientID: String
    private let browser: any WebAuthentication
    private let transport: any HTTPTransport
    private let endpoints: GoogleWebSignIn.Endpoints?

    /// - Parameters:
    ///   - clientID: The iOS client, whose reversed id is the scheme in `Info.plist`.
    ///   - webClientID: The web client, which the token is made for: one of `providers.google.clientIDs`.
    ///   - endpoints: Nil takes Google's own.
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

    /// The source of a sign-in with Google, for the role that was chosen.
    public func source(for userType: UserType) -> GoogleWebSignIn {
        GoogleWebSignIn(
            client: .iOS(id: clientID), serverClientID: webClientID, role: userType.rawValue, browser: browser,
            transport: transport, endpoints: endpoints)
    }

    /// Google's token and what it says about the person, for apps that go on by themselves with
    /// ``Sesame/AuthManager/signInWithGoogle(result:)``.
    public func signIn(userType: UserType, for request: CredentialRequest) async throws(AuthError) -> GoogleSignInResult
    {
        try await source(for: userType).result(for: request)
    }
}
