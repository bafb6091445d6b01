import Foundation
import SesameCore
package import SesameTokens
import SesameWire

/// A verifier of the providers' notifications, which are signed security event tokens.
package struct NotificationVerifier: Sendable {
    fileprivate struct Verifiers: Sendable {
        let vendor: SecurityEventTokenVerifier
        let development: SecurityEventTokenVerifier?
    }

    private let verifiers: [Provider: Verifiers]

    /// Creates a verifier for the given providers; other providers' notifications are refused.
    ///
    /// - Parameter development: The verifiers of the development providers that are used besides the real ones.
    package init(
        _ verifiers: [Provider: SecurityEventTokenVerifier], development: [Provider: SecurityEventTokenVerifier] = [:]
    ) {
        self.verifiers = Dictionary(
            uniqueKeysWithValues: verifiers.map { provider, verifier in
                (provider, Verifiers(vendor: verifier, development: development[provider]))
            })
    }

    /// Verifies a notification's token, and returns the notification. Throws if none of the clients is in the token's
    /// audience.
    func verify(
        _ token: [UInt8], from provider: Provider, clientIDs: [String], now: Date
    ) async throws(TokenError) -> ProviderNotification {
        guard let verifiers = verifiers[provider] else {
            throw TokenError(.issuer, "notifications from this provider are not accepted")
        }
        let (verifier, isDevelopment) = try verifiers.verifier(for: token)
        let verified = try await verifier.verify(token, clientIDs: clientIDs, now: now)
        var events = try verifier.profile.events(verified)
        if isDevelopment { events = events.map(\.ofDevelopmentBesideVendor) }
        return ProviderNotification(verified, provider: provider, events: events)
    }
}

/// A provider's notification, verified and parsed.
struct ProviderNotification: Sendable {
    let provider: Provider
    /// The ids of this server's clients that the notification is addressed to.
    let clientIDs: [String]
    let events: [ProviderEvent]
    /// The replay record of the notification, stored for as long as a repetition would be accepted.
    let once: UsedNonce

    init(_ verified: VerifiedSecurityEventToken, provider: Provider, events: [ProviderEvent]) {
        self.provider = provider
        self.events = events
        clientIDs = verified.clientIDs
        // The name cannot collide with a nonce, because no nonce has this text as its bytes: see ``NonceIssuer``.
        let name = "notification\0\(provider.rawValue)\0\(verified.issuer)\0\(verified.id)"
        once = UsedNonce(
            digest: digest(name.utf8),
            expiresAt: verified.expiresAt.addingTimeInterval(RuntimeEnvironment.maxSetback))
    }
}

extension NotificationVerifier.Verifiers {
    /// Returns the verifier for the token's unverified issuer claim; the verifier then checks the issuer.
    fileprivate func verifier(for token: [UInt8]) throws(TokenError) -> (
        SecurityEventTokenVerifier, isDevelopment: Bool
    ) {
        guard let development else { return (vendor, false) }
        let issuer = try TokenInspection.unverified(token).claims?["iss"]?.string ?? ""
        let isDevelopment = development.profile.issuers.contains(where: issuer.hasSameBytes)
        return (isDevelopment ? development : vendor, isDevelopment)
    }
}

extension ProviderEvent {
    fileprivate var ofDevelopmentBesideVendor: ProviderEvent {
        ProviderEvent(kind, of: subject.map(DevelopmentSubject.marked), at: at)
    }
}
