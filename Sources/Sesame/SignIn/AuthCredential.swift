public import SesameCore

/// A proof of who somebody is, to be exchanged for a session.
public enum AuthCredential: Sendable {
    /// Google's ID token, which carries the nonce as it was issued. A role is refused unless it is the account's own.
    ///
    /// Without a nonce it goes to the contract `POST /auth/google`, for apps whose Google SDK makes none: the server
    /// then takes only a token of the last minutes.
    case google(idToken: Secret, nonce: Nonce?, role: String? = nil)
    /// Apple's ID token, which carries the nonce's SHA-256, with what else its sheet gives: the authorization code, by
    /// which the server can revoke the consent when the account is deleted, and the name, at the first consent only.
    case apple(
        idToken: Secret, nonce: Nonce, role: String? = nil, authorizationCode: Secret? = nil, name: PersonName? = nil)
    /// An address and its password.
    case password(PasswordCredential)
    /// An address and a password for a new account.
    case passwordRegistration(PasswordRegistration)
    /// None: a guest.
    case anonymous
    /// The code of Sesame's own web sign-in.
    case authorizationCode(AuthorizationCode)
    /// A one-time secret of a back end for one account: by email, by message, or at the end of its own web sign-in.
    /// Appwrite's, for example.
    case oneTimeToken(uid: String, secret: Secret)
    /// A code that was sent to an address or a number, as it was typed. A role is refused unless it is the account's own.
    case code(Secret, SentCode, role: String? = nil)
    /// The ticket of an ``SesameCore/AuthError/Code/accountNotFound`` answer with the filled form: the account is made.
    case registration(Registration)
    /// A second factor. With the ticket of a ``SesameCore/AuthError/Code/secondFactorRequired`` answer it ends that sign-in;
    /// without one it confirms who is signed in.
    case secondFactor(SecondFactorProof)
}

/// The end of a web sign-in (RFC 6749 section 4.1.3 and RFC 7636 section 4.5). The back end of a Sesame server alone can
/// exchange it.
public struct AuthorizationCode: Sendable {
    /// The code, good once.
    package var code: Secret
    /// The verifier whose challenge the sign-in began with.
    package var verifier: Secret
    /// The address that the code was sent to, byte for byte.
    package var redirectURI: String
    /// The app that the code was made for.
    package var clientID: String
    /// True if it stands for an identity that is to be linked, and not for a session.
    package var isForLinking: Bool

    /// Makes the value.
    package init(code: Secret, verifier: Secret, redirectURI: String, clientID: String, isForLinking: Bool = false) {
        self.isForLinking = isForLinking
        self.code = code
        self.verifier = verifier
        self.redirectURI = redirectURI
        self.clientID = clientID
    }
}
