import Foundation
import SesameTokens

/// The verified identity of a person who has come back from the provider, while their browser is awaited.
struct ReturnedIdentity: FlowContent {
    static let stage = FlowRecord.Stage.returned

    let flow: BrowserFlow
    private let subject: String
    private let clientID: String
    private let issuedAt: Date
    private let expiresAt: Date
    private let tokenDigest: [UInt8]
    private let email: String?
    private let emailVerified: Bool
    private let isPrivateEmail: Bool
    private let givenName: String?
    private let familyName: String?
    private let displayName: String?
    private let photoURL: String?
    /// What the browser said the person's name is. Nobody vouches for it.
    let statedName: StatedName?

    init(_ verified: VerifiedIdentity, flow: BrowserFlow, statedName: StatedName?) {
        self.flow = flow
        subject = verified.subject
        clientID = verified.clientID
        issuedAt = verified.issuedAt
        expiresAt = verified.expiresAt
        tokenDigest = verified.tokenDigest
        email = verified.email
        emailVerified = verified.emailVerified
        isPrivateEmail = verified.isPrivateEmail
        givenName = verified.givenName
        familyName = verified.familyName
        displayName = verified.displayName
        photoURL = verified.photoURL
        self.statedName = statedName
    }

    /// The identity as it was verified. A stated name is taken for a person who has none yet, and never as an address.
    func verified(known identity: Identity?) -> VerifiedIdentity {
        var verified = VerifiedIdentity(
            provider: flow.provider.rawValue, subject: subject, clientID: clientID, issuedAt: issuedAt,
            expiresAt: expiresAt, carriesNonce: true, tokenDigest: tokenDigest)
        verified.email = email
        verified.emailVerified = emailVerified
        verified.isPrivateEmail = isPrivateEmail
        verified.givenName = givenName
        verified.familyName = familyName
        verified.displayName = displayName
        verified.photoURL = photoURL
        let hasName = identity?.claims.givenName != nil || identity?.claims.familyName != nil
        if let statedName, !hasName, givenName == nil, familyName == nil {
            verified.givenName = statedName.given
            verified.familyName = statedName.family
        }
        return verified
    }
}

/// A name that came beside a token and not in it, as Apple's does at the first consent.
public struct StatedName: Sendable, Equatable, Codable {
    /// The given name.
    public let given: String?
    /// The family name.
    public let family: String?

    /// Takes names of a sensible length without control characters; nil when nothing is left.
    public init?(given: String?, family: String?) {
        self.given = given.flatMap(Self.accepted)
        self.family = family.flatMap(Self.accepted)
        if self.given == nil, self.family == nil { return nil }
    }

    private static func accepted(_ name: String) -> String? {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .surrogate, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
        }
        return isPlain && (1...200).contains(name.utf8.count) ? name : nil
    }
}
