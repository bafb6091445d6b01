package import SesameAccounts
package import SesameHTTP

/// The configured rate limits and message caps, of the server and of single apps, and the networks that are exempt.
package struct ServerRateLimits: Sendable {
    /// True if rate limits are enabled. Only `sesame dev` can disable them.
    package var isEnabled: Bool
    /// The limits in the server's `rateLimits`, which also apply to apps without their own.
    package var settings: RateLimitSettings
    /// The rate limits of the apps that have their own.
    package var apps: [AppID: RateLimitSettings]
    /// The server's caps on messages with codes.
    package var caps = MessageCaps()
    /// The caps on messages with codes, of the apps that have their own caps.
    package var capsOfApps: [AppID: MessageCaps] = [:]
    /// The maximum number of concurrent connections from one IP address.
    package var connections = 500
    /// The networks whose requests and connections are not counted by IP address.
    package var exempt: [IPNetwork]

    package init(
        isEnabled: Bool = true, settings: RateLimitSettings = RateLimitSettings(),
        apps: [AppID: RateLimitSettings] = [:],
        exempt: [IPNetwork] = []
    ) {
        self.isEnabled = isEnabled
        self.settings = settings
        self.apps = apps
        self.exempt = exempt
    }

    /// Returns the limit on connections from one address; nil if rate limits are disabled. The trusted proxies have no
    /// limit, because their connections are those of all their clients.
    package func addressLimit(trustedProxies: [IPNetwork]) -> AddressConnectionLimit? {
        isEnabled ? AddressConnectionLimit(max: connections, exempt: trustedProxies + exempt) : nil
    }

    /// Returns true if the address is in an exempt network, so that its requests are not counted by IP address.
    package func exempts(_ address: ClientAddress) -> Bool {
        guard !exempt.isEmpty else { return false }
        let bits = AddressBits(high: address.high, low: address.low)
        return exempt.contains { $0.contains(bits) }
    }
}
