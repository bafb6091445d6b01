public import Foundation
public import SesameCore

/// Signs in on Sesame's own page from a program without a window: ``WebSignIn`` in a ``LoopbackBrowser``.
public struct LoopbackSignIn: CredentialSource {
    /// Who vouches for the person.
    public typealias Provider = WebSignIn.Provider

    private let signIn: WebSignIn

    /// A sign-in at the server.
    /// - Parameters:
    ///   - app: The app's name in the server's configuration.
    ///   - provider: Nil lets the person choose on the server's page.
    ///   - issuer: The name that the server signs its answers with, where it is not its address (RFC 9207).
    ///   - open: Shows the address to the person, in a browser or as text. Return when that is done, not when the
    ///     person has signed in.
    public init(
        server: URL, app: String, provider: Provider? = nil, issuer: String? = nil,
        timeLimit: Duration = .seconds(300), clock: AuthClock = .system, open: @escaping @Sendable (URL) async -> Void
    ) {
        signIn = WebSignIn(
            server: server, app: app, provider: provider, issuer: issuer,
            browser: LoopbackBrowser(timeLimit: timeLimit, clock: clock, open: open))
    }

    /// By the provider, or in the browser where the person chooses one.
    public var method: SignInMethod? { signIn.method }

    /// False: the code of the page is for a session of its own.
    public var keepsGuest: Bool { signIn.keepsGuest }

    /// Opens the browser and waits for the code.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        try await signIn.credential(for: request)
    }
}
