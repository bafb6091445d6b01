public import SesameCore

/// A registration form that is being filled in: the identity is verified, but the account does not exist yet.
public struct RegistrationForm: Sendable, Equatable {
    /// The ticket of the verified identity; valid once, for a limited time.
    package let ticket: Secret
    /// The provider's claims that prefill the form.
    public let prefill: RegistrationOffer.Prefill
    /// The role of the new account, in apps with roles.
    public var role: String?
    /// The profile fields that are filled in so far.
    public var profile: JSONObject = [:]
    /// The index of the shown page, from 0.
    public var page = 0

    /// Creates a form with an empty profile for the server's offer.
    public init(_ body: RegistrationOffer) {
        ticket = body.ticket
        prefill = body.prefill
    }

    /// The request with the form's ticket, role and profile, which creates the account.
    public var registration: Registration {
        Registration(ticket: ticket, role: role, profile: profile)
    }
}

extension RegistrationForm: Redacted {}
