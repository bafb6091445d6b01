package import Logging
package import SesameAccounts
package import SesameTokens

/// The verifiers of ID tokens and notifications, which share each provider's keys.
package struct ProviderVerifiers: Sendable {
    package let credentials: CredentialVerifier
    package let notifications: NotificationVerifier

    /// Creates the verifiers of the providers and of the development providers, which run in place of the providers or
    /// beside them. Keys are fetched at their first use.
    ///
    /// - Parameter developmentServices: The development services on a developer's machine; nil for none.
    package init(
        _ definitions: ProviderDirectory, developmentServices: DevelopmentServices?, source: some JWKSSource,
        environment: SesameAccounts.RuntimeEnvironment,
        metrics: KeyMetrics = KeyMetrics(), logger: Logger
    ) {
        var vendors = Verifiers()
        var development = Verifiers()
        func trust(
            _ profile: ProviderProfile, _ events: SecurityEventTokenProfile?, of provider: Provider,
            in set: inout Verifiers,
            isDevelopment: Bool = false
        ) {
            let keySource = KeyMetrics.Source(provider: provider, isDevelopment: isDevelopment)
            let cache = JWKSCache(
                url: profile.keysURL, algorithm: profile.algorithm, source: source,
                clock: TokenClock(wall: { environment.now }),
                observer: { event in
                    metrics.note(event, of: keySource)
                    logger.fetched(event, from: profile.keysURL, of: provider)
                })
            set.tokens[provider] = ProviderTokenVerifier(profile: profile, keys: cache)
            set.events[provider] = events.map { SecurityEventTokenVerifier(profile: $0, keys: cache) }
        }
        for definition in definitions.all {
            let (provider, vendor, vendorEvents) = (definition.provider, definition.tokens, definition.notifications)
            guard let developmentServices, let service = developmentServices.providers[provider] else {
                trust(vendor, vendorEvents, of: provider, in: &vendors)
                continue
            }
            var (profile, events) = (vendor, vendorEvents)
            profile.keysURL = service.keysURL
            events?.keysURL = service.keysURL
            switch developmentServices.role {
            case .replacing: trust(profile, events, of: provider, in: &vendors, isDevelopment: true)
            case .additional:
                profile.issuers = [service.issuer]
                events?.issuers = profile.issuers
                trust(vendor, vendorEvents, of: provider, in: &vendors)
                trust(profile, events, of: provider, in: &development, isDevelopment: true)
            }
        }
        credentials = CredentialVerifier(vendors.tokens, development: development.tokens)
        notifications = NotificationVerifier(vendors.events, development: development.events)
    }

    private struct Verifiers {
        var tokens: [Provider: ProviderTokenVerifier] = [:]
        var events: [Provider: SecurityEventTokenVerifier] = [:]
    }
}

extension Logger {
    fileprivate func fetched(_ event: JWKSCache.Event, from url: String, of provider: Provider) {
        switch event {
        case .fetched(let keys):
            info(
                "provider keys fetched",
                metadata: [
                    "provider": .string(provider.rawValue), "url": .string(url), "keys": .stringConvertible(keys),
                ])
        case .failed(let reason):
            warning(
                "provider keys not fetched",
                metadata: [
                    "provider": .string(provider.rawValue), "url": .string(url), "reason": .string(reason),
                ])
        }
    }
}
