package import Foundation
package import SesameCore

/// The state of a browser's sign-in, which travels to the provider and back. See ``OAuthStateCipher``.
package struct BrowserFlow: Sendable, Codable {
    /// The lifetime of a browser's sign-in, in seconds.
    package static let lifetime: TimeInterval = 10 * 60

    private let appName: String
    package let provider: Provider
    package let purpose: FlowPurpose
    /// The language chosen by the user, used on all pages of the sign-in; nil for none.
    package let language: String?
    /// The SHA-256 digest of the browser's cookie; only the browser with the cookie can complete the flow.
    let browser: Data
    /// The expiry of the flow; a later response of the provider is refused.
    let expiresAt: Date
    private let sealedNonce: CodableSecret
    private let sealedVerifier: CodableSecret

    init(
        app: AppID, provider: Provider, purpose: FlowPurpose, language: String?, browser: Data, expiresAt: Date,
        nonce: Secret, verifier: Secret
    ) {
        appName = app.description
        self.provider = provider
        self.purpose = purpose
        self.language = language
        self.browser = browser
        self.expiresAt = expiresAt
        sealedNonce = CodableSecret(nonce)
        sealedVerifier = CodableSecret(verifier)
    }

    /// The time at which the sign-in began.
    var beganAt: Date { expiresAt.addingTimeInterval(-Self.lifetime) }
    /// The app's id; nil only if the stored name is not a valid id.
    package var app: AppID? { AppID(appName) }
    package var nonce: Secret { sealedNonce.secret }
    /// The PKCE verifier, whose challenge was sent to the provider.
    package var verifier: Secret { sealedVerifier.secret }
}

/// The reason for a browser flow: a sign-in, a reauthentication or a link.
package enum FlowPurpose: Sendable, Equatable, Codable {
    /// A sign-in to the server's own pages, for a role if one was chosen.
    case page(role: String?)
    /// A sign-in for a client that sent the browser to `/authorize`.
    case client(ClientRequest)
    /// A reauthentication of the user in a live session.
    case confirmation(ReauthenticationPurpose)
    /// A link of an identity to the account of a live session.
    case link(LinkingSession)

    /// The role that the user chose for the sign-in; nil for none.
    package var role: String? {
        switch self {
        case .page(let role): role
        case .client(let client): client.role
        case .confirmation, .link: nil
        }
    }

    /// True if the flow links an identity, for the server's own pages or for a client.
    package var isLink: Bool {
        switch self {
        case .link: true
        case .client(let client): client.linking != nil
        case .page, .confirmation: false
        }
    }

    /// The client; nil for the server's own pages.
    package var client: ClientRequest? {
        switch self {
        case .page, .confirmation, .link: nil
        case .client(let client): client
        }
    }
}

/// A client's validated request at `/authorize`.
package struct ClientRequest: Sendable, Equatable, Codable {
    /// The redirect URI to which the code is sent.
    package let redirectURI: String
    /// The client's own state, returned unchanged.
    package let state: String?
    /// The PKCE challenge of the authorization code.
    package let challenge: CodeChallenge
    /// The role that the user chose for the sign-in; nil for none.
    package let role: String?
    /// The session in which the client links the returned identity; nil for a sign-in.
    package let linking: ClientLinking?

    package init(
        redirectURI: String, state: String?, challenge: CodeChallenge, role: String?, linking: ClientLinking? = nil
    ) {
        self.redirectURI = redirectURI
        self.state = state
        self.challenge = challenge
        self.role = role
        self.linking = linking
    }
}

/// The session that is reauthenticated in a browser, and the page to return to.
package struct ReauthenticationPurpose: Sendable, Equatable, Codable {
    private let sessionName: String
    /// The page to return to, in a form that only the surface interprets.
    package let place: String

    package init(session: SessionID, place: String) {
        sessionName = session.description
        self.place = place
    }

    package var session: SessionID { SessionID(sessionName) }
}

/// The session in which a user links an identity.
package struct LinkingSession: Sendable, Equatable, Codable {
    private let name: String

    /// Creates the value from a session's id. Before this call, authenticate the session, and reauthenticate its user
    /// if necessary.
    package init(_ session: SessionID) {
        name = session.description
    }

    /// The session's id. To complete the link, the caller must still be signed in to this session.
    var id: SessionID { SessionID(name) }
}

/// The session in which a client links the returned identity, identified by its id or by a nonce.
package enum ClientLinking: Sendable, Equatable, Codable {
    /// The session that was authenticated when the flow began.
    case session(LinkingSession)
    /// The session for which the nonce was issued. The match is checked when the client presents its session with the
    /// code.
    case nonce(LinkingNonce)
}

/// A nonce that was issued for a link in one session, and that the session's client passed on to the browser.
package struct LinkingNonce: Sendable, Equatable, Codable {
    private static let maxBytes = 200

    private let sealed: CodableSecret

    /// Creates the value from a client's nonce; nil unless the nonce has 1 to 200 bytes.
    package init?(_ nonce: Secret) {
        guard (1...Self.maxBytes).contains(nonce.exposed.utf8.count) else { return nil }
        sealed = CodableSecret(nonce)
    }

    var nonce: Secret { sealed.secret }
}

/// The server's one-time values for an authorization request to a provider.
package struct AuthorizationParameters: Sendable {
    /// The value of `state`: the encrypted flow.
    package let state: Secret
    /// The value of `nonce`, which the ID token must repeat.
    package let nonce: Secret
    /// The value of `code_challenge`, for the method `S256`.
    package let challenge: CodeChallenge
}

extension Provider: Codable {}

extension AuthenticationMethod: Codable {}
