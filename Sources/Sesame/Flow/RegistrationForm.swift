public import SesameCore

/// A registration form while it is filled in: the identity is proved, the account is not made yet.
public struct RegistrationForm: Sendable, Equatable {
    /// The ticket that stands for the proved identity; good once, for a while.
    package let ticket: Secret
    /// The provider's claims that fill the form.
    public let prefill: RegistrationOffer.Prefill
    /// The role that the account is to have, in apps with roles.
    public var role: String?
    /// The profile's fields that have been filled in so far.
    public var profile: JSONObject = [:]
    /// Which page of the form is shown, from 0.
    public var page = 0

    /// An empty form.
    public init(_ body: RegistrationOffer) {
        ticket = body.ticket
        prefill = body.prefill
    }

    /// The registration to send.
    public var registration: Registration {
        Registration(ticket: ticket, role: role, profile: profile)
    }
}

extension RegistrationForm: Redacted {}
