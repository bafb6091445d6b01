public import SesameCore

/// A second-factor credential, which completes a pending sign-in or confirms the signed-in user.
///
/// A sign-in that needs a second factor throws ``SesameCore/AuthError/Code/secondFactorRequired`` with
/// ``SesameCore/AuthError/secondFactor``. To complete the sign-in, pass the credential with the ticket of that error to
/// ``AuthManager/signIn(with:replacingGuest:)``. A wrong code, ``SesameCore/AuthError/Code/invalidCredentials`` in the
/// field `code`, does not use up the ticket. The ticket is not stored: if the app is killed before the sign-in is
/// complete, the user must sign in again.
public struct SecondFactorProof: Sendable {
    /// The typed secret: a code of a second factor, or a recovery code.
    public enum Method: Sendable {
        /// The code that the authenticator app shows, or that was sent to the phone. `factor` is the factor's id; nil
        /// if the code may belong to any factor.
        case code(Secret, factor: String? = nil)
        /// A recovery code, which replaces a lost factor. It is valid once.
        case recoveryCode(Secret)
    }

    /// The ticket of the pending sign-in, from ``SesameCore/AuthError/secondFactor``; nil if the second factor alone
    /// confirms the user.
    public var ticket: Secret?
    /// The code or recovery code.
    public var method: Method

    /// Creates a credential that completes the ticket's sign-in, or without a ticket confirms the signed-in user.
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

/// A second factor to add to the account: an authenticator app or a phone.
public enum NewSecondFactor: Sendable, Equatable {
    /// An authenticator app. `name` is the user's label for the factor; nil for none.
    case authenticator(name: String? = nil)
    /// A phone that receives text messages at the given number, such as `+33612345678`.
    case phone(String, name: String? = nil)

    package var kind: SecondFactorKind {
        switch self {
        case .authenticator: .authenticator
        case .phone: .phone
        }
    }

    /// The name that the user has chosen for the factor; nil for none.
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
