public import SesameCore

/// A completed registration form.
public struct Registration: Sendable {
    /// The ticket of the ``SesameCore/AuthError/Code/accountNotFound`` error; see
    /// ``SesameCore/AuthError/registration``.
    public var ticket: Secret
    /// The role that the user chose, in apps with roles. The account keeps it permanently.
    public var role: String?
    /// The profile's first fields.
    public var profile: JSONObject

    /// Creates a registration with this ticket, role and profile.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }
}

/// Prints only the type's name, because form input must not reach a log.
extension Registration: Redacted {}
