public import SesameCore

/// A registration form on its way: the identity is proved, the account is not made yet.
public struct Registration: Sendable, Equatable {
    /// The ticket that stands for the proved identity; good once, for a while.
    public let ticket: Secret
    /// What the provider states about the person, to fill the form with.
    public let prefill: RegistrationBody.Prefill
    /// The role that the account is to have, in apps with roles.
    public var role: String?
    /// The profile's fields that have been filled in so far.
    public var fields: JSONObject
    /// Which page of the form is shown, from 0.
    public var page: Int

    /// The form's beginning.
    public init(_ body: RegistrationBody, role: String? = nil) {
        ticket = body.ticket
        prefill = body.prefill
        self.role = role
        fields = [:]
        page = 0
    }

    /// What is sent in the end.
    public var request: SignUpRequest {
        SignUpRequest(ticket: ticket, role: role, profile: fields)
    }
}

extension Registration: CustomStringConvertible, CustomReflectable {
    /// The page alone: all else belongs to the person.
    public var description: String { "Registration(page \(page))" }

    /// A mirror without the ticket and the person's data.
    public var customMirror: Mirror { Mirror(self, children: ["page": page]) }
}
