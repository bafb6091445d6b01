public import SesameCore
import SesameWire

/// A sign-in code sent to an email address or phone number by ``SignInPerforming/sendSignInCode(to:language:)``. The
/// value does not contain the code itself, which the user types.
public struct SentCode: Sendable, Equatable {
    /// The email address or phone number, as given in the request.
    package let receiver: String
    /// The id that the back end needs to redeem the code, such as the user's id at Appwrite; nil for a back end that
    /// needs none.
    package let handle: String?

    /// Creates a value for a code that was sent before: for fakes, and for an app that was killed while the user read
    /// the email. A back end that needs an id to redeem a code, such as Appwrite, does not accept a code with this
    /// value.
    public init(to receiver: String) {
        self.init(to: receiver, handle: nil)
    }

    package init(to receiver: String, handle: String?) {
        self.receiver = receiver
        self.handle = handle
    }

    /// Returns the credential source for the typed code, for ``AuthManager/signIn(using:role:replacingGuest:)`` or to
    /// confirm the signed-in user. The code is valid once. At a Sesame server a newer code replaces it.
    public func typed(_ code: Secret) -> some CredentialSource {
        TypedCode(code: code, sent: self)
    }
}

extension SentCode {
    /// The email address; nil if the code was sent to a phone number.
    package var email: String? { receiver.contains("@") ? receiver : nil }

    /// The phone number; nil if the code was sent to an email address.
    package var phone: String? { email == nil ? receiver : nil }

    /// Returns true if the code was sent to the email address that the user signs in with.
    package func wentTo(_ user: UserAuthInfo) -> Bool {
        guard user.providers.contains("email"), let email, let own = user.email else { return false }
        return email.lowercased().hasSameBytes(as: own.lowercased())
    }
}

/// Prints only the type's name, because email addresses must not reach a log.
extension SentCode: Redacted {}

extension Secret {
    /// The typed code, normalized: with ASCII digits, because some keyboards produce other digits, and without the
    /// spaces and hyphens that users may paste with it.
    package var typedCode: Secret {
        let signs = exposed.filter { !$0.isWhitespace && $0 != "-" }
        return Secret(signs.map { sign in sign.wholeNumberValue.map(String.init) ?? String(sign) }.joined())
    }
}

/// A credential source for a code that the user has already typed.
private struct TypedCode: CredentialSource {
    let code: Secret
    let sent: SentCode

    var method: SignInMethod? { .code }
    // False, because the code signs in to the account of the address or number.
    var keepsGuest: Bool { false }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .code(code, sent, role: request.role)
    }
}

extension AuthError {
    /// The error for a code that is wrong, used or expired.
    package static let wrongCode = AuthError(.invalidCredentials, "the code is wrong, already used or expired")
    /// The error for a confirmation with a code that may have been sent to another user.
    package static let foreignCode = AuthError(
        .reauthenticationRequired, "the code was not sent to an email address or phone number that proves this account")
}
