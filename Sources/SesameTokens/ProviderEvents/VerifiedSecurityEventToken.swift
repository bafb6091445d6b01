public import Foundation
import SesameCore

/// A provider's notification with verified signature, issuer, audience and times; its events are not read yet.
public struct VerifiedSecurityEventToken: Sendable {
    /// `iss`, in one of the spellings of ``SecurityEventTokenProfile/issuers``.
    public let issuer: String
    /// The expected clients that the notification is meant for; at least one.
    public let clientIDs: [String]
    /// `jti`: the same for every delivery of one notification.
    public let id: String
    /// `iat`: the time at which the notification was issued.
    public let issuedAt: Date
    /// The time from which the notification is no longer accepted, even by a verifier with a slow clock.
    public let expiresAt: Date
    /// The verified claims, from which ``ProviderEvent`` reads the events.
    let claims: Claims

    init(_ claims: Claims, issuer: String, clientIDs: [String], id: String, issuedAt: Int64, expiresAt: Int64) {
        self.claims = claims
        self.issuer = issuer
        self.clientIDs = clientIDs
        self.id = id
        self.issuedAt = Date(epochSeconds: issuedAt)
        self.expiresAt = Date(epochSeconds: expiresAt)
    }
}
