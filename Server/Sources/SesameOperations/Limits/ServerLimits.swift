package import SesameAccounts
package import SesameHTTP

/// The limits of a server, by its configuration.
package struct ServerLimits: Sendable {
    /// True if anything is limited. Only `sesame dev` can say no.
    package var isOn: Bool
    /// The server's limits.
    package var settings: LimitSettings
    /// Apps' own limits.
    package var apps: [AppID: LimitSettings]
    /// The server's caps on messages with codes.
    package var caps = MessageCaps()
    /// Apps' own caps.
    package var capsOfApps: [AppID: MessageCaps] = [:]
    /// Networks whose requests are not counted.
    package var exempt: [IPNetwork]

    /// Limits.
    package init(
        isOn: Bool = true, settings: LimitSettings = LimitSettings(), apps: [AppID: LimitSettings] = [:],
        exempt: [IPNetwork] = []
    ) {
        self.isOn = isOn
        self.settings = settings
        self.apps = apps
        self.exempt = exempt
    }

    /// Returns true if what an address sends is not counted by address.
    package func exempts(_ address: ClientAddress) -> Bool {
        guard !exempt.isEmpty else { return false }
        let bits = AddressBits(high: address.high, low: address.low)
        return exempt.contains { $0.contains(bits) }
    }
}
