public import SesameCore

/// An email address and its password, as the user typed them.
///
/// It is also a ``CredentialSource``: pass a form's input to ``AuthManager/signIn(using:role:replacingGuest:)``, which
/// allows one attempt at a time. The device stores no password.
public struct PasswordCredential: Sendable {
    /// The email address as the user typed it.
    public var email: String
    /// The password as the user typed it, before Unicode normalization.
    public var password: Secret
    /// The role that the user signs in with, in apps with roles; an account with another role is refused.
    public var role: String?

    /// Creates a credential from a form's input; without a role by default.
    public init(email: String, password: Secret, role: String? = nil) {
        self.email = email
        self.password = password
        self.role = role
    }
}

/// An email address and a password for a new account, with the initial values of profile fields.
public struct PasswordRegistration: Sendable {
    /// The email address, the password and, in apps with roles, the account's permanent role.
    public var credential: PasswordCredential
    /// The initial values of the profile's fields; empty for none.
    public var profile: JSONObject

    /// Creates a registration from a form's input; without profile fields by default.
    public init(_ credential: PasswordCredential, profile: JSONObject = [:]) {
        self.credential = credential
        self.profile = profile
    }
}

extension PasswordCredential: CredentialSource {
    /// The sign-in method for the log: always a password.
    public var method: SignInMethod? { .password }

    /// False, because the password belongs to an existing account. A ``PasswordRegistration`` keeps the guest.
    public var keepsGuest: Bool { false }

    /// Returns the typed values, with the request's role if it has one, without asking the user.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .password(PasswordCredential(email: email, password: password, role: request.role ?? role))
    }
}

extension PasswordRegistration: CredentialSource {
    /// The sign-in method for the log: always a password.
    public var method: SignInMethod? { .password }

    /// Returns the typed values, with the request's role if it has one, without asking the user.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        var form = self
        form.credential.role = request.role ?? form.credential.role
        return .passwordRegistration(form)
    }
}

/// Prints only the type's name, because form input must not reach a log.
extension PasswordCredential: Redacted {}

/// Prints only the type's name, because form input must not reach a log.
extension PasswordRegistration: Redacted {}
