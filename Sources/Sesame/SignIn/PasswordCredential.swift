public import SesameCore

/// An address and its password, as the person has typed them.
///
/// It is a ``CredentialSource``, too: what a form brings goes to ``AuthManager/signIn(using:role:replacingGuest:)``, which
/// lets one attempt through at a time. The device keeps no password.
public struct PasswordCredential: Sendable {
    /// The address.
    public var email: String
    /// The password.
    public var password: Secret
    /// The role that the person signs in for, in apps with roles; another one is refused.
    public var role: String?

    /// Makes the value.
    public init(email: String, password: Secret, role: String? = nil) {
        self.email = email
        self.password = password
        self.role = role
    }
}

/// An address and a password for a new account, with what its form has asked for.
public struct PasswordRegistration: Sendable {
    /// The address, the password and, in apps with roles, the role. It is theirs from now on.
    public var credential: PasswordCredential
    /// The profile's first fields.
    public var profile: JSONObject

    /// Makes the value.
    public init(_ credential: PasswordCredential, profile: JSONObject = [:]) {
        self.credential = credential
        self.profile = profile
    }
}

extension PasswordCredential: CredentialSource {
    /// By a password.
    public var method: SignInMethod? { .password }

    /// False: it is the password of an account that is there already. A ``PasswordRegistration`` keeps the guest.
    public var keepsGuest: Bool { false }

    /// Returns what was typed; nobody is asked.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .password(PasswordCredential(email: email, password: password, role: request.role ?? role))
    }
}

extension PasswordRegistration: CredentialSource {
    /// By a password.
    public var method: SignInMethod? { .password }

    /// Returns what was typed; nobody is asked.
    public func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        var form = self
        form.credential.role = request.role ?? form.credential.role
        return .passwordRegistration(form)
    }
}

/// Prints its name alone: what people write in a form belongs in no log.
extension PasswordCredential: Redacted {}

/// Prints its name alone: what people write in a form belongs in no log.
extension PasswordRegistration: Redacted {}
