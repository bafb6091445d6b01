import Foundation
import SesameAccounts
import SesameSurface
import SesameTokens

extension ServerConfiguration {
    /// Returns this configuration; throws if it would be unsafe in production.
    package func forProduction() throws(ConfigurationError) -> ServerConfiguration {
        if standIns != nil {
            throw ConfigurationError("", "development providers sign in anybody as anybody; only 'sesame dev' has them")
        }
        if !publicURL.hasPrefix("https://"), !WebOrigin.isLoopback(publicURL) {
            throw ConfigurationError("publicURL", "https is required; end TLS in a proxy in front of the server")
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
                "listen", "without trustedProxies, listen on loopback: plain http must not leave the machine")
        }
        if let adminListen, trustedProxies.isEmpty, !["127.0.0.1", "::1", "localhost"].contains(adminListen.host) {
            throw ConfigurationError(
                "adminListen", "without trustedProxies, listen on loopback: plain http must not leave the machine")
        }
        if !limits.isOn { throw ConfigurationError("rateLimits", "only 'sesame dev' can do without limits") }
        if Self.components(keyFile).starts(with: Self.components(dataFolder)) {
            throw ConfigurationError("keyFile", "the key must lie outside the data folder, where backups are made")
        }
        if let pseudonymKeyFile {
            if Self.components(pseudonymKeyFile) == Self.components(keyFile) {
                throw ConfigurationError(
                    "pseudonymKeyFile",
                    "it is the master key; pseudonyms have keys of their own, which can be destroyed")
            }
            if Self.components(pseudonymKeyFile).starts(with: Self.components(dataFolder)) {
                throw ConfigurationError(
                    "pseudonymKeyFile",
                    "the keys must lie outside the data folder: beside them, a copy of it names everybody")
            }
        }
        return self
    }

    /// Returns a path's components after resolving symbolic links and relative parts.
    static func components(_ path: String) -> [String] {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.pathComponents
    }
}
