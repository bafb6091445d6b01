import Foundation
import SesameCore
package import SesameTokens
import SesameWire

/// Tells what is a provider's notification from what is not.
package struct NotificationVerifier: Sendable {
    fileprivate struct Verifiers: Sendable {
        let vendor: EventTokenVerifier
        let development: EventTokenVerifier?
    }

    private let verifiers: [Provider: Verifiers]

    /// Makes a verifier from one for each provider, and those of development providers that stand beside them.
    package init(_ verifiers: [Provider: EventTokenVerifier], development: [Provider: EventTokenVerifier] = [:]) {
        self.verifiers = Dictionary(
            uniqueKeysWithValues: verifiers.map { provider, verifier in
                (provider, Verifiers(vendor: verifier, development: development[provider]))
            })
    }

    /// The notification, for one or several of these clients.
    func verify(
        _ token: [UInt8], from provider: Provider, clientIDs: [String], now: Date
    ) async throws(TokenError) -> ProviderNotification {
        guard let verifiers = verifiers[provider] else { throw TokenError(.issuer, "nobody notifies this server") }
        let (verifier, isDevelopment) = try verifiers.verifier(for: token)
        let verified = try await verifier.verify(token, clientIDs: clientIDs, now: now)
        var events = try verifier.profile.events(verified)
        if isDevelopment { events = events.map(\.ofDevelopmentBesideVendor) }
        return ProviderNotification(verified, provider: provider, events: events)
    }
}

/// A provider's notification, verified and read.
struct ProviderNotification: Sendable {
    let provider: Provider
    /// The clients of ours that it is meant for.
    let clientIDs: [String]
    let events: [ProviderEvent]
    /// The record that keeps it from taking effect twice, as long as it could come again.
    let once: SpentNonce

    init(_ verified: VerifiedEventToken, provider: Provider, events: [ProviderEvent]) {
        self.provider = provider
        self.events = events
        clientIDs = verified.clientIDs
        // No nonce has such a text for its bytes: see ``Nonces``.
        let name = "notification\0\(provider.rawValue)\0\(verified.issuer)\0\(verified.id)"
        once = SpentNonce(
            digest: digest(name.utf8), expiresAt: verified.expiresAt.addingTimeInterval(Environment.greatestSetback))
    }
}

extension NotificationVerifier.Verifiers {
    /// Returns the verifier for the issuer that the token names, which then demands it.
    fileprivate func verifier(for token: [UInt8]) throws(TokenError) -> (EventTokenVerifier, isDevelopment: Bool) {
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
