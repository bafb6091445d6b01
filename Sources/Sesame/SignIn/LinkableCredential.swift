public import SesameCore

/// A credential to link to the signed-in account: a provider's ID token, or an email address with a new password.
public enum LinkableCredential: Sendable {
    /// Google's ID token, which carries the nonce. A guest who signs up with the token gets the role.
    case google(idToken: Secret, nonce: Nonce, role: String? = nil)
    /// Apple's ID token, and the other values from Apple's sheet; see
    /// ``AuthCredential/apple(idToken:nonce:role:authorizationCode:name:)``.
    case apple(
        idToken: Secret, nonce: Nonce, role: String? = nil, authorizationCode: Secret? = nil, name: PersonName? = nil)
    /// An email address, and the new password of the account.
    case password(PasswordCredential)
}

extension AuthCredential {
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
