public import SesameCore

/// A completed registration form, for a provider's token that matched no account.
public struct Registration: Sendable {
    /// The ticket of the ``SesameCore/AuthError/Code/accountNotFound`` error; see
    /// ``SesameCore/AuthError/registration``.
    public var ticket: Secret
    /// The role that the user chose, in apps with roles. The account keeps it permanently.
    public var role: String?
    /// The initial values of the profile's fields; empty for none.
    public var profile: JSONObject

    /// Creates a registration from the ticket and the form's input; by default without a role and profile fields.
    public init(ticket: Secret, role: String? = nil, profile: JSONObject = [:]) {
        self.ticket = ticket
        self.role = role
        self.profile = profile
    }
}

/// Prints only the type's name, because form input must not reach a log.
extension Registration: Redacted {}
