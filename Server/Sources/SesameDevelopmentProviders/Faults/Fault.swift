/// A simulated failure of a provider, of a kind that also occurs in production.
package struct Fault: Sendable, Hashable {
    /// An endpoint by its name in the control API.
    package enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// The key set.
        case jwks
        /// The discovery document.
        case discovery
        /// The authorization endpoint with its consent page.
        case authorize
        /// The token endpoint, Apple's endpoint for transferring users, and all minted ID tokens.
        case token
        /// The revocation endpoint.
        case revoke
        /// All endpoints to which the effect applies.
        case all
    }

    /// The affected provider; nil for both.
    package var provider: ProviderKind?
    package var endpoint: Endpoint
    package var effect: FaultEffect
    /// The number of times that the fault still occurs; nil if it stays until it is removed.
    package var times: Int?

    package init(
        provider: ProviderKind? = nil, endpoint: Endpoint = .all, effect: FaultEffect, times: Int? = nil
    ) {
        self.provider = provider
        self.endpoint = endpoint
        self.effect = effect
        self.times = times
    }

    /// Returns true if the fault affects the given endpoint of the provider.
    func strikes(_ provider: ProviderKind, _ endpoint: Endpoint) -> Bool {
        (self.provider == nil || self.provider == provider)
            && (self.endpoint == .all || self.endpoint == endpoint)
            && effect.endpoints.contains(endpoint)
    }

    /// Returns true if both faults have the same provider, endpoint and kind of effect; adding one then removes the
    /// other.
    func replaces(_ other: Fault) -> Bool {
        provider == other.provider && endpoint == other.endpoint && effect.kind == other.effect.kind
    }
}
