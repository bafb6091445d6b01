package import SesameCore

/// A request for a signed notification, possibly with a fault.
package struct NotificationRequest: Sendable {
    /// The JSON type of Apple's `events` claim.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        /// A string that contains an object, as Apple sends it.
        case string
        /// An object, as Apple documents it.
        case object
    }

    /// A deviation from a correct notification, to test how the server reacts.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The issuer is not the vendor's.
        case wrongIssuer
        /// The token and its event are a hundred days old.
        case old
        /// The notification is delivered twice.
        case replayed
    }

    /// The client in the notification's audience.
    package var client: MintRequest.Client
    /// The user that the event concerns.
    package var person: MintRequest.Person
    /// The event: Apple's `type`, or Google's event URI or its last part.
    package var event: String
    /// The `reason` of the event; nil for events without one.
    package var reason: String?
    /// The `state` of a verification event, which the server writes to its log.
    package var state: String?
    /// The age of the event when the notification is issued, in seconds.
    package var secondsAgo: Int
    /// The JSON type of Apple's `events` claim.
    package var form: Form
    /// The fault; nil for a correct notification.
    package var fault: Fault?
    /// Claims that replace the provider's or are added to them; null removes a claim.
    package var claims: JSONObject
    /// Header members that replace the provider's or are added to them; null removes a member.
    package var header: JSONObject
    package var key: KeyChoice
    package var signature: MintRequest.Signature

    /// Creates a request; by default for a correct notification about Test User 1.
    package init(
        client: MintRequest.Client, person: MintRequest.Person = .testUser(1), event: String, reason: String? = nil,
        state: String? = nil, secondsAgo: Int = 0, form: Form = .string, fault: Fault? = nil, claims: JSONObject = [:],
        header: JSONObject = [:], key: KeyChoice = .current, signature: MintRequest.Signature = .valid
    ) {
        self.client = client
        self.person = person
        self.event = event
        self.reason = reason
        self.state = state
        self.secondsAgo = secondsAgo
        self.form = form
        self.fault = fault
        self.claims = claims
        self.header = header
        self.key = key
        self.signature = signature
    }
}
