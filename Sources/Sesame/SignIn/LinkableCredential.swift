public import SesameCore

/// A credential that can be linked to the account that is signed in: one that is good for an account, whoever it is of.
public enum LinkableCredential: Sendable {
    /// Google's ID token, which carries the nonce. A role is that of a guest who signs up so.
    case google(idToken: Secret, nonce: Nonce, role: String? = nil)
    /// Apple's ID token, with what else its sheet gives; see ``AuthCredential/apple(idToken:nonce:role:authorizationCode:name:)``.
    case apple(
        idToken: Secret, nonce: Nonce, role: String? = nil, authorizationCode: Secret? = nil, name: PersonName? = nil)
    /// An address, and the password that the account is to have.
    case password(PasswordCredential)
}

extension AuthCredential {
    /// The same, as a back end takes it.
    init(_ credential: LinkableCredential) {
        self =
            switch credential {
            case .google(let idToken, let nonce, let role): .google(idToken: idToken, nonce: nonce, role: role)
            case .apple(let idToken, let nonce, let role, let code, let name):
                .apple(idToken: idToken, nonce: nonce, role: role, authorizationCode: code, name: name)
            case .password(let credential): .password(credential)
            }
    }
}
