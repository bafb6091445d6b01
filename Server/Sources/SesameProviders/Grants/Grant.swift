import Foundation

/// A user's consent to an app's client, which its codes and tokens rest on.
struct Grant: Sendable {
    let clientID: String
    let team: String
    let holder: GrantHolder
    /// As the client sees them, with the address that they chose to show.
    let person: DevelopmentPerson
    let scopes: Set<Scope>
    /// The audience of the tokens, if not the client itself.
    var audience: String?
}

/// One person's relation to one app.
struct GrantHolder: Sendable, Hashable {
    private let appBytes: [UInt8]
    private let subjectBytes: [UInt8]

    init(app: String, subject: String) {
        appBytes = Array(app.utf8)
        subjectBytes = Array(subject.utf8)
    }

    var app: String { String(decoding: appBytes, as: UTF8.self) }
    var subject: String { String(decoding: subjectBytes, as: UTF8.self) }
}

/// A user's consent, remembered until it is revoked.
struct Consent: Sendable {
    let holder: GrantHolder
    let since: Date
    var scopes: Set<Scope>
    /// True if the app may act while the person is away: the ground of Google's refresh tokens.
    var isOffline: Bool
    /// True if the app gets a relay address.
    let hidesEmail: Bool
}

/// A code that waits to be exchanged.
struct AuthorizationCode: Sendable {
    /// Seconds that a code is good for.
    static let lifetime = 300

    let grant: Grant
    /// As in the request; nil for a code of Apple's own sheet.
    let redirectURI: String?
    let challenge: CodeChallenge?
    let nonce: String?
    /// True if the exchange also gives a refresh token.
    let givesRefreshToken: Bool
    let issuedAt: Date

    /// From then on it is good for nothing.
    var expiresAt: Date { issuedAt.addingTimeInterval(Double(Self.lifetime)) }
}

/// A refresh or access token that stands for a grant.
struct GrantToken: Sendable {
    enum Kind: String, Sendable {
        case refresh
        case access
    }

    /// Seconds that an access token lives.
    static let accessLifetime = 3_600

    let kind: Kind
    let grant: Grant
    let issuedAt: Date

    func isValid(at now: Date) -> Bool {
        kind == .refresh || now < issuedAt.addingTimeInterval(Double(Self.accessLifetime))
    }
}
