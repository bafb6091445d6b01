package import SesameCore

/// The content of a notification, and its faults.
package struct NotificationOrder: Sendable {
    /// The form of Apple's `events` claim.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        /// A string that holds an object, as Apple sends it.
        case string
        /// An object, as Apple documents it.
        case object
    }

    /// The fault.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The issuer is not the vendor's.
        case wrongIssuer
        /// The token was made a hundred days ago, and its event happened then.
        case old
        /// It is delivered twice.
        case replayed
    }

    /// For which client.
    package var client: TokenOrder.Client
    /// About whom.
    package var person: TokenOrder.Person
    /// The event: Apple's `type`, or the last part of Google's address of the event, or all of it.
    package var event: String
    /// The reason, in events that have one.
    package var reason: String?
    /// The state that the operator wants to find in the log.
    package var state: String?
    /// The age of the event in seconds.
    package var secondsAgo: Int
    /// The form of Apple's `events` claim.
    package var form: Form
    /// The fault.
    package var fault: Fault?
    /// Claims set over the provider's; null takes a claim away.
    package var claims: JSONObject
    /// Header members set over the provider's; null takes a member away.
    package var header: JSONObject
    /// Which key signs.
    package var key: KeyChoice
    /// The signature: valid, broken or empty.
    package var signature: TokenOrder.Signature

    /// A notification as the provider would send it, about Test User 1.
    package init(
        client: TokenOrder.Client, person: TokenOrder.Person = .testUser(1), event: String, reason: String? = nil,
        state: String? = nil, secondsAgo: Int = 0, form: Form = .string, fault: Fault? = nil, claims: JSONObject = [:],
        header: JSONObject = [:], key: KeyChoice = .current, signature: TokenOrder.Signature = .valid
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
