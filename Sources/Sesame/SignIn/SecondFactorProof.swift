public import SesameCore

/// A proof by a second factor: to end a sign-in that waits for it, or to prove again who one is.
///
/// A sign-in that needs one throws ``SesameCore/AuthError/Code/secondFactorRequired`` with
/// ``SesameCore/AuthError/secondFactor``. The proof with its ticket goes to ``AuthManager/signIn(with:replacingGuest:)``, which then does
/// what the sign-in would have done. A wrong code, ``SesameCore/AuthError/Code/invalidCredentials`` in the field
/// `code`, leaves the ticket as it is. The ticket is kept nowhere: an app that is killed meanwhile has the person sign in anew.
public struct SecondFactorProof: Sendable {
    /// The kind of proof.
    public enum Means: Sendable {
        /// The code that the authenticator app shows, or that was sent to the phone; of that factor, or of any.
        case code(Secret, factor: String? = nil)
        /// One of the codes that stand in for a factor that was lost. It is used up.
        case recoveryCode(Secret)
    }

    /// The ticket of the ``SesameCore/AuthError/secondFactor`` that this answers; nil where there was none, since the factor
    /// alone proves again who is signed in.
    public var ticket: Secret?
    /// The kind of proof.
    public var means: Means

    /// Makes the value.
    public init(_ means: Means, ticket: Secret? = nil) {
        self.means = means
        self.ticket = ticket
    }
}

/// The purpose of a text with a code.
package enum SecondFactorStep: Sendable {
    /// A sign-in that waits, by the ticket of its ``SesameCore/AuthError/secondFactor``.
    case signIn(ticket: Secret)
    /// A proof of who is signed in.
    case confirmation(Session)
}

/// A second factor that is to be added.
public enum NewSecondFactor: Sendable, Equatable {
    /// An authenticator app, by what the person calls it.
    case authenticator(name: String? = nil)
    /// A phone that gets texts, by its number, such as `+33612345678`.
    case phone(String, name: String? = nil)

    /// The kind.
    package var kind: SecondFactorKind {
        switch self {
        case .authenticator: .authenticator
        case .phone: .phone
        }
    }

    /// The user's name for it.
    package var name: String? {
        switch self {
        case .authenticator(let name), .phone(_, let name): name
        }
    }
}

/// Prints its name alone: codes belong in no log.
extension SecondFactorProof: Redacted {}

/// Prints its name alone: numbers and names belong in no log.
extension NewSecondFactor: Redacted {}
