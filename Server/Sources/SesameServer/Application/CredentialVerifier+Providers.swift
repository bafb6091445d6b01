import Logging
import SesameAccounts
import SesameHTTP
import SesameTokens

extension CredentialVerifier {
    /// Verifiers for Apple and Google, or for the development providers in their place.
    ///
    /// - Parameter development: The development providers' address, or nil for the real ones.
    static func providers(
        development: String?, client: HTTPClient, environment: SesameAccounts.Environment, logger: Logger
    ) -> CredentialVerifier {
        let profiles: [Provider: ProviderProfile] = [.apple: .apple, .google: .google]
        let paths: [Provider: String] = [.apple: "/apple/auth/keys", .google: "/google/oauth2/v3/certs"]
        var verifiers: [Provider: ProviderTokenVerifier] = [:]
        for (provider, profile) in profiles {
            let url = development.flatMap { base in paths[provider].map { base + $0 } } ?? profile.keysURL
            let cache = JWKSCache(
                url: url, algorithm: profile.algorithm, source: KeySource(client: client),
                clock: TokenClock(wall: { environment.now }),
                observer: { event in logger.fetched(event, of: provider) })
            verifiers[provider] = ProviderTokenVerifier(profile: profile, keys: cache)
        }
        return CredentialVerifier(verifiers)
    }
}

extension Logger {
    fileprivate func fetched(_ event: JWKSCache.Event, of provider: Provider) {
        switch event {
        case .fetched(let keys):
            info(
                "provider keys fetched",
                metadata: ["provider": .string(provider.rawValue), "keys": .stringConvertible(keys)])
        case .failed(let reason):
            warning(
                "provider keys not fetched",
                metadata: ["provider": .string(provider.rawValue), "reason": .string(reason)])
        }
    }
}
