package import SesameCore

/// The content of a notification, and its faults.
package struct NotificationRequest: Sendable {
    /// The form of Apple's `events` claim.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        /// A string that contains an object, as Apple sends it.
        case string
        /// An object, as Apple documents it.
        case object
    }

    /// A fault of a notification.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        /// The issuer is not the vendor.
        case wrongIssuer
        /// The token and its event are a hundred days old.
        case old
        /// The notification is delivered twice.
        case replayed
    }

    /// The client that the notification is for.
    package var client: MintRequest.Client
    /// The user that the notification is about.
    package var person: MintRequest.Person
    /// The event: Apple's `type`, or Google's event URI or the last part of it.
    package var event: String
    /// The reason, for events that have one.
    package var reason: String?
    /// The `state` of a verification event. It identifies the event in the operator's log.
    package var state: String?
    /// The age of the event in seconds.
    package var secondsAgo: Int
    /// The form of Apple's `events` claim.
    package var form: Form
    /// The fault.
    package var fault: Fault?
    /// Claims that override the provider's; null removes a claim.
    package var claims: JSONObject
    /// Header members that override the provider's; null removes a member.
    package var header: JSONObject
    /// The choice of the signing key.
    package var key: KeyChoice
    /// The signature: valid, broken or empty.
    package var signature: MintRequest.Signature

    /// Creates a request for a notification as the provider sends it, about Test User 1.
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
