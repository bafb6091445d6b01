public import Foundation
import SesameTokens

/// A provider's token that has been used. Kept until the token expires, so that it cannot be used again.
public struct UsedToken: Sendable, Equatable {
    /// For how long a repetition is taken for a request whose answer was lost, in seconds.
    public static let grace: TimeInterval = 60
    /// The oldest token that is accepted without a nonce, in seconds since it was issued.
    public static let maximumAge: TimeInterval = 10 * 60

    /// The token's expiry, and SHA-256 of its decoded parts: the same for every spelling of one token.
    public let digest: [UInt8]
    /// The app that it was used for.
    public let app: AppID
    /// The session that it began or confirmed.
    public let session: SessionID
    /// Until when a repetition may answer with the same session; nil when it may not.
    public let repeatableUntil: Date?
    /// When the token can no longer be used in any case.
    public let expiresAt: Date

    /// Makes the record.
    public init(digest: [UInt8], app: AppID, session: SessionID, repeatableUntil: Date?, expiresAt: Date) {
        self.digest = digest
        self.app = app
        self.session = session
        self.repeatableUntil = repeatableUntil
        self.expiresAt = expiresAt
    }

    /// A token that is used now. It is kept as long as a verifier with a slow clock would accept it.
    init(_ verified: VerifiedIdentity, app: AppID, session: SessionID, proof: Proof, at now: Date) {
        let tolerance = TimeInterval(ProviderTokenVerifier.maximumTolerance.components.seconds)
        self.init(
            digest: Self.digest(of: verified), app: app, session: session,
            repeatableUntil: proof.isRepeatable ? now.addingTimeInterval(Self.grace) : nil,
            expiresAt: verified.expiresAt.addingTimeInterval(tolerance + 1))
    }

    /// What a token is known by.
    static func digest(of verified: VerifiedIdentity) -> [UInt8] {
        verified.expiresAt.orderedBytes + verified.tokenDigest
    }

    /// Whether a use at this time may repeat the answer of the first. A clock that was set back does not count.
    func isRepeatable(at now: Date) -> Bool {
        guard let repeatableUntil else { return false }
        return (0...Self.grace).contains(repeatableUntil.timeIntervalSince(now))
    }
}
