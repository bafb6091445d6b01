import Foundation
import SesameAccounts
import SesameSurface
import SesameTokens

extension ServerConfiguration {
    /// Returns this configuration; throws if it would be unsafe in production.
    package func forProduction() throws(ConfigurationError) -> ServerConfiguration {
        if developmentServices != nil {
            throw ConfigurationError(
                "", "development providers let every visitor sign in as any user; only 'sesame dev' may use them")
        }
        if !publicURL.hasPrefix("https://"), !WebOrigin.isLoopback(publicURL) {
            throw ConfigurationError("publicURL", "https is required; terminate TLS in a proxy in front of the server")
        }
        for definition in apps.providers.all {
            let web = webClients.providers.first { $0.provider == definition.provider }?.addresses
            let addresses: KeyValuePairs<String, String?> = [
                "issuer": definition.tokens.issuers.first, "keysURL": definition.tokens.keysURL,
                "authorizationURL": web?.authorization, "tokenURL": web?.token,
            ]
            for (setting, address) in addresses where address?.hasPrefix("http://") == true {
                throw ConfigurationError(
                    "\(IdentityProviders.setting).\(definition.provider.rawValue).\(setting)", "https is required")
            }
        }
        if trustedProxies.isEmpty, !hosts.allSatisfy(["127.0.0.1", "::1", "localhost"].contains) {
            throw ConfigurationError(
                "listen",
                "must be a loopback address if trustedProxies is not set: plain http must not leave the machine")
        }
        if let adminListen, trustedProxies.isEmpty, !["127.0.0.1", "::1", "localhost"].contains(adminListen.host) {
            throw ConfigurationError(
                "adminListen",
                "must be a loopback address if trustedProxies is not set: plain http must not leave the machine")
        }
        if !limits.isEnabled {
            throw ConfigurationError("rateLimits", "rate limits can be turned off only in 'sesame dev'")
        }
        if Self.components(keyFile).starts(with: Self.components(dataFolder)) {
            throw ConfigurationError(
                "keyFile",
                "the key file must be outside the data folder, so that backups of the folder do not contain it")
        }
        if let pseudonymKeyFile {
            if Self.components(pseudonymKeyFile) == Self.components(keyFile) {
                throw ConfigurationError(
                    "pseudonymKeyFile",
                    "must not be the master key: pseudonyms need keys of their own, which can be destroyed")
            }
            if Self.components(pseudonymKeyFile).starts(with: Self.components(dataFolder)) {
                throw ConfigurationError(
                    "pseudonymKeyFile",
                    "the key file must be outside the data folder: with the keys, a copy of the data identifies every "
                        + "user"
                )
            }
        }
        return self
    }

    /// Returns a path's components after resolving symbolic links and relative parts.
    static func components(_ path: String) -> [String] {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.pathComponents
    }
}
