package import Foundation
package import SesameCore

/// A sign-in that a browser has begun: what travels with the person to the provider and back. See ``FlowStates``.
package struct BrowserFlow: Sendable, Codable {
    /// The seconds from the beginning of a browser's sign-in to its end.
    package static let life: TimeInterval = 10 * 60

    private let appName: String
    /// The provider of the sign-in.
    package let provider: Provider
    /// The purpose of the sign-in.
    package let purpose: FlowPurpose
    /// The language that the person reads, if they chose one: the last page speaks it like the first.
    package let language: String?
    /// Digest of the browser's cookie.
    let browser: Data
    /// The time after which the provider's response is too late.
    let expiresAt: Date
    private let sealedNonce: SealedSecret
    private let sealedVerifier: SealedSecret

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
        sealedNonce = SealedSecret(nonce)
        sealedVerifier = SealedSecret(verifier)
    }

    /// The time at which the sign-in began.
    var beganAt: Date { expiresAt.addingTimeInterval(-Self.life) }
    /// The app; nil only for what nobody wrote.
    package var app: AppID? { AppID(appName) }
    /// The nonce that the provider's token must carry.
    package var nonce: Secret { sealedNonce.secret }
    /// Our verifier in the exchange with the provider.
    package var verifier: Secret { sealedVerifier.secret }
}

/// The purpose of a browser's sign-in.
package enum FlowPurpose: Sendable, Equatable, Codable {
    /// Our own pages, for a role if one was chosen.
    case page(role: String?)
    /// A client that sent the browser to `/authorize`.
    case client(ClientRequest)
    /// The person of a live session proves again who they are.
    case confirmation(ConfirmationRequest)
    /// The person of a live session links an identity to their account.
    case link(LinkingSession)

    /// The role that the person signs in for.
    package var role: String? {
        switch self {
        case .page(let role): role
        case .client(let client): client.role
        case .confirmation, .link: nil
        }
    }

    /// True if an identity is to be linked.
    package var isLink: Bool {
        switch self {
        case .link: true
        case .client(let client): client.linking != nil
        case .page, .confirmation: false
        }
    }

    /// The client, if there is one.
    package var client: ClientRequest? {
        switch self {
        case .page, .confirmation, .link: nil
        case .client(let client): client
        }
    }
}

/// A client's verified request at `/authorize`.
package struct ClientRequest: Sendable, Equatable, Codable {
    /// The address that the code is sent to.
    package let redirectURI: String
    /// The client's own state, given back as it came.
    package let state: String?
    /// The challenge that the code's verifier must meet.
    package let challenge: CodeChallenge
    /// The role that the person signs in for.
    package let role: String?
    /// The session in which the client shall link what comes back; nil where somebody signs in.
    package let linking: ClientLinking?

    /// Makes a request.
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

/// The purpose of a confirmation.
package struct ConfirmationRequest: Sendable, Equatable, Codable {
    private let sessionName: String
    /// The page to return to; means nothing to the domain.
    package let place: String

    /// Makes a request for a session that was authenticated.
    package init(session: SessionID, place: String) {
        sessionName = session.description
        self.place = place
    }

    package var session: SessionID { SessionID(sessionName) }
}

/// The session in which a person links an identity.
package struct LinkingSession: Sendable, Equatable, Codable {
    private let name: String

    /// Makes it of a session that was authenticated, and whose person needs to confirm nothing.
    package init(_ session: SessionID) {
        name = session.description
    }

    /// The session. Its browser must still be signed in to it when it comes back.
    var id: SessionID { SessionID(name) }
}

/// The session in which a client links what its browser comes back with.
package enum ClientLinking: Sendable, Equatable, Codable {
    /// That one, which was authenticated when the browser set out.
    case session(LinkingSession)
    /// The one that was given that nonce. Which one it is turns out when the client brings both.
    case nonce(LinkingNonce)
}

/// A nonce that was given out for a link in one session, taken along by its browser.
package struct LinkingNonce: Sendable, Equatable, Codable {
    /// The longest text that is taken for a nonce, in bytes.
    private static let greatestLength = 200

    private let sealed: SealedSecret

    /// Takes what a client says is a nonce; nil for what is none in any case.
    package init?(_ nonce: Secret) {
        guard (1...Self.greatestLength).contains(nonce.exposed.utf8.count) else { return nil }
        sealed = SealedSecret(nonce)
    }

    var nonce: Secret { sealed.secret }
}

/// The parameters that a browser takes to the provider.
package struct FlowStart: Sendable {
    /// For `state`: the flow itself, sealed.
    package let state: Secret
    /// For `nonce`.
    package let nonce: Secret
    /// For `code_challenge`.
    package let challenge: CodeChallenge
}

extension Provider: Codable {}

extension SignInMethod: Codable {}
