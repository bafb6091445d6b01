public import Sesame
public import SesameCore
import SesameWire

extension MockAuthService {
    /// Ends a session at the back end, as an operator or the person on another device does.
    public func end(_ session: Session, _ code: AuthError.Code = .sessionEnded) {
        state.withLock { $0.accounts.end(session.id, code) }
    }

    /// The result of links and decisions; nil for what the accounts make of them.
    public var upgrade: Upgrade? {
        get { state.withLock { $0.upgrade } }
        set { state.withLock { $0.upgrade = newValue } }
    }

    /// The steps that deletions leave to the user: none, until the test says otherwise.
    public var deletion: AccountDeletion {
        get { state.withLock { $0.deletion } }
        set { state.withLock { $0.deletion = newValue } }
    }

    /// The users of the next sign-ins, the last one as often as need be; empty for the credential's own.
    public var users: [UserAuthInfo] {
        get { state.withLock { $0.users } }
        set { state.withLock { $0.users = newValue } }
    }

    /// The credentials that were exchanged or linked, in order.
    public var credentials: [AuthCredential] { state.withLock { $0.credentials } }

    /// The addresses that a mail was asked for, in order.
    public var mailed: [String] { state.withLock { $0.mailed } }

    /// The numbers that a text was asked for, in order.
    public var texted: [String] { state.withLock { $0.texted } }

    /// The refresh tokens whose sessions were revoked, in order.
    public var revoked: [String] { state.withLock { $0.revoked } }
}
