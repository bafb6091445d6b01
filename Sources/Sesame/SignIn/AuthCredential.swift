public import SesameCore

/// A credential of a user, to be exchanged for a session.
public enum AuthCredential: Sendable {
    /// Google's ID token, which contains the unchanged nonce. A role other than the account's is refused.
    ///
    /// Without a nonce the token is sent to the contract `POST /auth/google`, for apps whose Google SDK creates none:
    /// the server then accepts only a token of the last few minutes.
    case google(idToken: Secret, nonce: Nonce?, role: String? = nil)
    /// Apple's ID token, which contains the nonce's SHA-256, with the other results of the sheet: the authorization
    /// code, with which the server can revoke the consent when the account is deleted, and the name, at the first
    /// consent only.
    case apple(
        idToken: Secret, nonce: Nonce, role: String? = nil, authorizationCode: Secret? = nil, name: PersonName? = nil)
    /// An email address and its password.
    case password(PasswordCredential)
    /// An email address and a password for a new account.
    case passwordRegistration(PasswordRegistration)
    /// No credential: a guest account.
    case anonymous
    /// The code of Sesame's own web sign-in.
    case authorizationCode(AuthorizationCode)
    /// A back end's one-time secret for one account, sent by email or message, or returned by its own web sign-in.
    /// Appwrite has such secrets, for example.
    case oneTimeToken(uid: String, secret: Secret)
    /// A typed code that was sent to an email address or a phone number. A role other than the account's is refused.
    case code(Secret, SentCode, role: String? = nil)
    /// The ticket of an ``SesameCore/AuthError/Code/accountNotFound`` error with the completed form, which creates the
    /// account.
    case registration(Registration)
    /// A second factor. With the ticket of a ``SesameCore/AuthError/Code/secondFactorRequired`` error it completes that
    /// sign-in; without one it confirms the signed-in user.
    case secondFactor(SecondFactorProof)
}

/// The result of a web sign-in (RFC 6749 section 4.1.3 and RFC 7636 section 4.5). Only the back end of a Sesame server
/// can exchange it.
public struct AuthorizationCode: Sendable {
    /// The code, valid once.
    package var code: Secret
    /// The PKCE verifier of the challenge that the app sent at the start of the sign-in.
    package var verifier: Secret
    /// The redirect URI that received the code, byte for byte.
    package var redirectURI: String
    /// The name of the app for which the server created the code.
    package var clientID: String
    /// True if the code was requested for linking an identity, and cannot be exchanged for a session.
    package var isForLinking: Bool

    package init(code: Secret, verifier: Secret, redirectURI: String, clientID: String, isForLinking: Bool = false) {
        self.isForLinking = isForLinking
        self.code = code
        self.verifier = verifier
        self.redirectURI = redirectURI
        self.clientID = clientID
    }
}
