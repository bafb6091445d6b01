import Foundation

/// A user's authorization of one client of an app, for which codes and tokens are issued.
struct Grant: Sendable {
    let clientID: String
    let team: String
    let holder: GrantSubject
    /// The user with the email address that the client receives: the real one or a relay address.
    let person: DevelopmentUser
    let scopes: Set<Scope>
    /// The `aud` claim of the ID tokens; nil for the client's own id.
    var audience: String?
}

/// A pair of user and app, which identifies a consent.
struct GrantSubject: Sendable, Hashable {
    private let appBytes: [UInt8]
    private let subjectBytes: [UInt8]

    init(app: String, subject: String) {
        appBytes = Array(app.utf8)
        subjectBytes = Array(subject.utf8)
    }

    var app: String { String(decoding: appBytes, as: UTF8.self) }
    var subject: String { String(decoding: subjectBytes, as: UTF8.self) }
}

/// A user's consent to an app, stored until it is revoked.
struct Consent: Sendable {
    let holder: GrantSubject
    let since: Date
    var scopes: Set<Scope>
    /// True if the user consented to offline access, which Google's web clients need for a refresh token.
    var isOffline: Bool
    /// True if the app receives a relay address instead of the user's email address.
    let hidesEmail: Bool
}

/// The record of an authorization code: its grant, and the values that the exchange checks or uses.
struct IssuedAuthorizationCode: Sendable {
    /// The lifetime of a code, in seconds.
    static let lifetime = 300

    let grant: Grant
    /// The redirect URI of the request; nil for a code of Apple's native sheet.
    let redirectURI: String?
    let challenge: CodeChallenge?
    let nonce: String?
    /// True if the exchange also returns a refresh token.
    let givesRefreshToken: Bool
    let issuedAt: Date

    var expiresAt: Date { issuedAt.addingTimeInterval(Double(Self.lifetime)) }
}

/// A refresh or access token of a grant.
struct GrantToken: Sendable {
    enum Kind: String, Sendable {
        case refresh
        case access
    }

    /// The lifetime of an access token, in seconds.
    static let accessLifetime = 3_600

    let kind: Kind
    let grant: Grant
    let issuedAt: Date

    func isValid(at now: Date) -> Bool {
        kind == .refresh || now < issuedAt.addingTimeInterval(Double(Self.accessLifetime))
    }
}
