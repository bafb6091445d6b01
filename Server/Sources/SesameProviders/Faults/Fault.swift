/// Something that goes wrong at a provider, as it does in earnest.
package struct Fault: Sendable, Hashable {
    /// The place of a fault.
    package enum Endpoint: String, Sendable, Hashable, CaseIterable {
        /// The key set.
        case jwks
        /// The discovery document.
        case discovery
        /// The page where a person agrees.
        case authorize
        /// Tokens while they are minted, and the endpoint that gives them for codes.
        case token
        /// The revocation endpoint.
        case revoke
        /// Wherever the effect can strike.
        case all
    }

    /// At which provider; both if nil.
    package var provider: ProviderKind?
    /// The place.
    package var endpoint: Endpoint
    /// The fault's effect.
    package var effect: FaultEffect
    /// The times that it still strikes; until it is taken back if nil.
    package var times: Int?

    /// A fault.
    package init(
        provider: ProviderKind? = nil, endpoint: Endpoint = .all, effect: FaultEffect, times: Int? = nil
    ) {
        self.provider = provider
        self.endpoint = endpoint
        self.effect = effect
        self.times = times
    }

    /// Returns true if it strikes there.
    func strikes(_ provider: ProviderKind, _ endpoint: Endpoint) -> Bool {
        (self.provider == nil || self.provider == provider)
            && (self.endpoint == .all || self.endpoint == endpoint)
            && effect.endpoints.contains(endpoint)
    }

    /// Returns true if the other one would strike at the same places in the same manner.
    func replaces(_ other: Fault) -> Bool {
        provider == other.provider && endpoint == other.endpoint && effect.kind == other.effect.kind
    }
}
