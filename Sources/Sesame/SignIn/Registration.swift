public import SesameCore

/// A registration form as the person has filled it.
public struct Registration: Sendable {
    /// The ticket of the ``SesameCore/AuthError/Code/accountNotFound`` answer; see ``SesameCore/AuthError/registration``.
    public var ticket: Secret
    /// The role that the person chose, in apps with roles. It is theirs from now on.
    public var role: String?
    /// The profile's first fields.
    public var profile: JSONObject

    /// Makes the value.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }
}

/// Prints its name alone: what people write in a form belongs in no log.
extension Registration: Redacted {}
