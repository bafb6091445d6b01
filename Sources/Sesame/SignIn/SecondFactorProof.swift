public import SesameCore

/// A proof by a second factor, which completes a pending sign-in or confirms the signed-in user.
///
/// A sign-in that needs one throws ``SesameCore/AuthError/Code/secondFactorRequired`` with
/// ``SesameCore/AuthError/secondFactor``. Pass the proof with its ticket to
/// ``AuthManager/signIn(with:replacingGuest:)``, which completes the sign-in. A wrong code,
/// ``SesameCore/AuthError/Code/invalidCredentials`` in the field `code`, does not use up the ticket. The ticket is not
/// stored: if the app is killed meanwhile, the user must sign in again.
public struct SecondFactorProof: Sendable {
    /// The evidence of a second factor: a code or a recovery code.
    public enum Method: Sendable {
        /// The code that the authenticator app shows, or that was sent to the phone. It belongs to the given factor, or
        /// to any if nil.
        case code(Secret, factor: String? = nil)
        /// A recovery code, which replaces a lost factor. It is valid once.
        case recoveryCode(Secret)
    }

    /// The ticket of the ``SesameCore/AuthError/secondFactor`` that this proof completes; nil if the second factor
    /// alone confirms the user.
    public var ticket: Secret?
    /// The code or recovery code.
    public var method: Method

    /// Creates a proof with this code or recovery code.
    public init(_ method: Method, ticket: Secret? = nil) {
        self.method = method
        self.ticket = ticket
    }
}

/// The purpose of a text message with a code.
package enum SecondFactorStep: Sendable {
    /// A pending sign-in, identified by the ticket of its ``SesameCore/AuthError/secondFactor``.
    case signIn(ticket: Secret)
    /// A confirmation of the signed-in user.
    case confirmation(Session)
}

/// A second factor to add.
public enum NewSecondFactor: Sendable, Equatable {
    /// An authenticator app, with the user's name for it.
    case authenticator(name: String? = nil)
    /// A phone that receives text messages at this number, such as `+33612345678`.
    case phone(String, name: String? = nil)

    /// The kind of factor.
    package var kind: SecondFactorKind {
        switch self {
        case .authenticator: .authenticator
        case .phone: .phone
        }
    }

    /// The user's name for the factor.
    package var name: String? {
        switch self {
        case .authenticator(let name), .phone(_, let name): name
        }
    }
}

/// Prints only the type's name, because codes must not reach a log.
extension SecondFactorProof: Redacted {}

/// Prints only the type's name, because numbers and names must not reach a log.
extension NewSecondFactor: Redacted {}
