package import SesameCore

/// The data about a request that events and rate limits need.
package struct RequestContext: Sendable {
    package let requestID: String
    /// The network that the request came from, shortened so that it identifies no single user; nil if it is not stored.
    package let network: String?
    /// The operator or back end that sent the request: an admin key's id, a service account's email, or `owner` in the
    /// Firebase emulator; nil for any other request.
    package let actor: String?
    /// The address of the client, for rate limits; nil if no client sent the request. Never stored.
    package let client: ClientAddress?
    /// The token of a device that has signed in before; nil if the client sent none. See ``KnownDevice``. Never stored.
    package let device: Secret?

    package init(
        requestID: String, network: String? = nil, actor: String? = nil, client: ClientAddress? = nil,
        device: Secret? = nil
    ) {
        self.requestID = requestID
        self.client = client
        self.network = network
        self.actor = actor
        self.device = device
    }
}
