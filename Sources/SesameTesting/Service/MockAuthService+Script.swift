public import Sesame
public import SesameCore
import SesameWire

extension MockAuthService {
    /// Ends a session at the back end, as if an operator or the user on another device had ended it.
    public func end(_ session: Session, _ code: AuthError.Code = .sessionEnded) {
        state.withLock { $0.accounts.end(session.id, code) }
    }

    /// The scripted result of linking, of resolving a conflict and of undoing a merge; nil to apply the request to the
    /// mock's accounts.
    public var upgrade: Upgrade? {
        get { state.withLock { $0.upgrade } }
        set { state.withLock { $0.upgrade = newValue } }
    }

    /// The scripted result of deletions; by default the user need not revoke any provider's consent.
    public var deletion: AccountDeletion {
        get { state.withLock { $0.deletion } }
        set { state.withLock { $0.deletion = newValue } }
    }

    /// The users of the next sign-ins, in order; the last one is repeated. If empty, the credential identifies the
    /// user.
    public var users: [UserAuthInfo] {
        get { state.withLock { $0.users } }
        set { state.withLock { $0.users = newValue } }
    }

    /// The credentials passed to `exchange` and `link`, in order, including those of failed calls.
    public var credentials: [AuthCredential] { state.withLock { $0.credentials } }

    /// The addresses of the requested emails, in order.
    public var emailRecipients: [String] { state.withLock { $0.emailRecipients } }

    /// The numbers of the requested text messages, in order.
    public var smsRecipients: [String] { state.withLock { $0.smsRecipients } }

    /// The refresh tokens of the revoked sessions, in order.
    public var revoked: [String] { state.withLock { $0.revoked } }
}
