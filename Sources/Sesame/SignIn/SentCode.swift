public import SesameCore
import SesameWire

/// A code that was sent to an address or a number, by ``SignInPerforming/sendSignInCode(to:language:)``: all but the code itself,
/// which its person reads and types.
public struct SentCode: Sendable, Equatable {
    /// The address or the number, as it was asked for.
    package let receiver: String
    /// The id by which the code comes back, at a back end that gives one.
    package let handle: String?

    /// Makes the value.
    package init(to receiver: String, handle: String? = nil) {
        self.receiver = receiver
        self.handle = handle
    }

    /// The code that has come back, for ``AuthManager/signIn(using:role:replacingGuest:)`` or to confirm who is signed in.
    /// Spaces in it are left out. It is good once, and a newer one takes its place.
    public func typed(_ code: Secret) -> some CredentialSource {
        let bytes = code.exposed.utf8.filter { $0 != UInt8(ascii: " ") }
        return TypedCode(code: Secret(String(decoding: bytes, as: UTF8.self)), sent: self)
    }
}

extension SentCode {
    /// The address; nil where it went to a number.
    package var email: String? { receiver.contains("@") ? receiver : nil }

    /// The number; nil where it went to an address.
    package var phone: String? { email == nil ? receiver : nil }

    /// True if it went to that person's address.
    package func wentTo(_ user: UserAuthInfo) -> Bool {
        guard let email, let own = user.email else { return false }
        return email.lowercased().hasSameBytes(as: own.lowercased())
    }
}

/// Prints its name alone: where somebody reads their mail belongs in no log.
extension SentCode: Redacted {}

/// A code that was typed. Nobody is asked any more.
private struct TypedCode: CredentialSource {
    let code: Secret
    let sent: SentCode

    var method: SignInMethod? { .code }
    // It signs in to the account of the address or the number.
    var keepsGuest: Bool { false }

    func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential { .code(code, sent) }
}

extension AuthError {
    /// A code that is not the one that was sent, or not any more.
    package static let wrongCode = AuthError(.invalidCredentials, "the code is wrong, used or too old")
    /// A code that went elsewhere than to the person who is to confirm.
    package static let foreignCode = AuthError(
        .reauthenticationRequired, "a code confirms somebody at the address of their account alone")
}
