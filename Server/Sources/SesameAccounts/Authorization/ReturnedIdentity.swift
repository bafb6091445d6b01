import Foundation
import SesameCore
import SesameTokens

/// The verified identity of a person who has come back from the provider, while their browser is awaited.
struct ReturnedIdentity: FlowContent {
    static let stage = FlowRecord.Stage.returned
    /// How long the browser may take from the callback to the last step, in seconds: it is sent there at once.
    static let life: TimeInterval = 2 * 60

    let flow: BrowserFlow
    private let subject: String
    private let clientID: String
    private let issuedAt: Date
    private let expiresAt: Date
    private let tokenDigest: [UInt8]
    private let email: String?
    private let emailVerified: Bool
    private let emailIsAuthoritative: Bool
    private let isPrivateEmail: Bool
    private let givenName: String?
    private let familyName: String?
    private let displayName: String?
    private let photoURL: String?
    /// What the browser said the person's name is. Nobody vouches for it.
    let statedName: StatedName?
    /// What the provider gave beside the token that was verified.
    let refreshToken: SealedSecret?

    init(
        _ verified: VerifiedIdentity, flow: BrowserFlow, statedName: StatedName? = nil, refreshToken: Secret? = nil
    ) {
        self.flow = flow
        subject = verified.subject
        clientID = verified.clientID
        issuedAt = verified.issuedAt
        expiresAt = verified.expiresAt
        tokenDigest = verified.tokenDigest
        email = verified.email
        emailVerified = verified.emailVerified
        emailIsAuthoritative = verified.emailIsAuthoritative
        isPrivateEmail = verified.isPrivateEmail
        givenName = verified.givenName
        familyName = verified.familyName
        displayName = verified.displayName
        photoURL = verified.photoURL
        self.statedName = statedName
        self.refreshToken = refreshToken.map(SealedSecret.init)
    }

    /// The identity as it was verified.
    var verified: VerifiedIdentity {
        var verified = VerifiedIdentity(
            provider: flow.provider.rawValue, subject: subject, clientID: clientID, issuedAt: issuedAt,
            expiresAt: expiresAt, carriesNonce: true, tokenDigest: tokenDigest)
        verified.email = email
        verified.emailVerified = emailVerified
        verified.emailIsAuthoritative = emailIsAuthoritative
        verified.isPrivateEmail = isPrivateEmail
        verified.givenName = givenName
        verified.familyName = familyName
        verified.displayName = displayName
        verified.photoURL = photoURL
        return verified
    }
}
