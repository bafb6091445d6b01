package import SesameCore

/// A surface's knowledge of a request, for events.
package struct RequestContext: Sendable {
    package let requestID: String
    /// The network that the request came from; nil if it is not stored.
    package let network: String?
    /// The id of the request's admin key; nil without one.
    package let actor: String?
    /// The address of the request, for limits; nil without a client's request. Never stored.
    package let client: ClientAddress?
    /// The token of a device that has signed in before; nil without one. See ``KnownDevice``. Never stored.
    package let device: Secret?

    /// Creates a context.
    ///
    /// - Parameter network: The client's address, shortened so that it identifies no single user.
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
