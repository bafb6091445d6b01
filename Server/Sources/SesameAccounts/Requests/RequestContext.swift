package import SesameCore

/// A surface's knowledge of a request, for events.
package struct RequestContext: Sendable {
    package let requestID: String
    /// The network that the request came from; nil where that is not kept.
    package let network: String?
    /// The id of the admin key that the request came with, if it came with one.
    package let actor: String?
    /// The address of the request, for limits; nil where nobody asks. Never stored.
    package let client: ClientAddress?
    /// The token of a device that has signed in before, if the request came with one; see ``KnownDevice``. Never kept.
    package let device: Secret?

    /// Makes a context.
    ///
    /// - Parameter network: The client's address, shortened so that it is nobody's own.
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
