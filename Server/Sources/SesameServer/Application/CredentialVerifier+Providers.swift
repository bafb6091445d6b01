import Logging
import SesameAccounts
import SesameTokens

extension CredentialVerifier {
    /// Verifiers for Apple and Google, or for the development providers in their place or beside them. Keys are
    /// fetched when they are first needed.
    ///
    /// - Parameter development: The development providers, if there are any.
    static func providers(
        development: DevelopmentSite?, source: some JWKSSource, environment: SesameAccounts.Environment, logger: Logger
    ) -> CredentialVerifier {
        func verifier(_ profile: ProviderProfile, _ provider: Provider) -> ProviderTokenVerifier {
            let cache = JWKSCache(
                url: profile.keysURL, algorithm: profile.algorithm, source: source,
                clock: TokenClock(wall: { environment.now }),
                observer: { event in logger.fetched(event, from: profile.keysURL, of: provider) })
            return ProviderTokenVerifier(profile: profile, keys: cache)
        }
        var vendors: [Provider: ProviderTokenVerifier] = [:]
        var standIns: [Provider: ProviderTokenVerifier] = [:]
        for provider in Provider.allCases {
            let vendor = provider.profile
            guard let development else {
                vendors[provider] = verifier(vendor, provider)
                continue
            }
            var profile = vendor
            profile.keysURL = development.keysURL(of: provider)
            switch development.role {
            case .instead:
                vendors[provider] = verifier(profile, provider)
            case .beside:
                profile.issuers = [development.issuer(of: provider)]
                vendors[provider] = verifier(vendor, provider)
                standIns[provider] = verifier(profile, provider)
            }
        }
        return CredentialVerifier(vendors, development: standIns)
    }
}

extension Provider {
    /// What its tokens are verified by.
    fileprivate var profile: ProviderProfile {
        switch self {
        case .apple: .apple
        case .google: .google
        }
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
