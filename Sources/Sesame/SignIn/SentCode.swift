public import SesameCore
import SesameWire

/// A code that was sent to an address or a number, by ``SignInPerforming/sendSignInCode(to:language:)``: all but the code itself,
/// which its person reads and types.
public struct SentCode: Sendable, Equatable {
    /// The address or the number, as it was asked for.
    package let receiver: String
    /// The id by which the code comes back, at a back end that gives one.
    package let handle: String?

    /// A code that is on its way: for fakes, and for an app that was ended while its person read the mail. A back end that gives
    /// each code an id, as Appwrite does, does not take the code of one that was made so.
    public init(to receiver: String) {
        self.init(to: receiver, handle: nil)
    }

    package init(to receiver: String, handle: String?) {
        self.receiver = receiver
        self.handle = handle
    }

    /// The code that has come back, for ``AuthManager/signIn(using:role:replacingGuest:)`` or to confirm who is signed in.
    /// It is good once. At a Sesame server a newer one takes its place.
    public func typed(_ code: Secret) -> some CredentialSource {
        TypedCode(code: code, sent: self)
    }
}

extension SentCode {
    /// The address; nil where it went to a number.
    package var email: String? { receiver.contains("@") ? receiver : nil }

    /// The number; nil where it went to an address.
    package var phone: String? { email == nil ? receiver : nil }

    /// True if it went to the address by which that person signs in.
    package func wentTo(_ user: UserAuthInfo) -> Bool {
        guard user.providers.contains("email"), let email, let own = user.email else { return false }
        return email.lowercased().hasSameBytes(as: own.lowercased())
    }
}

/// Prints its name alone: where somebody reads their mail belongs in no log.
extension SentCode: Redacted {}

extension Secret {
    /// The code that somebody has typed, as it was sent: keyboards have other digits, and people copy spaces along.
    package var typedCode: Secret {
        let signs = exposed.filter { !$0.isWhitespace && $0 != "-" }
        return Secret(signs.map { sign in sign.wholeNumberValue.map(String.init) ?? String(sign) }.joined())
    }
}

/// A code that was typed. Nobody is asked any more.
private struct TypedCode: CredentialSource {
    let code: Secret
    let sent: SentCode

    var method: SignInMethod? { .code }
    // It signs in to the account of the address or the number.
    var keepsGuest: Bool { false }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
        .code(code, sent, role: request.role)
    }
}

extension AuthError {
    /// A code that is not the one that was sent, or not any more.
    package static let wrongCode = AuthError(.invalidCredentials, "the code is wrong, used or too old")
    /// A code that went elsewhere than to the person who is to confirm.
    package static let foreignCode = AuthError(
        .reauthenticationRequired, "the code was sent to nothing that proves this account")
}
