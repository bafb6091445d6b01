public import Sesame
public import SesameCore

extension MockAuthService {
    /// Whether nothing reaches the back end.
    public var isOffline: Bool {
        get { state.withLock { $0.script.isOffline } }
        set { state.withLock { $0.script.isOffline = newValue } }
    }

    /// Lets every call of the kind fail from now on, or with nil succeed again. A call that fails has no effect.
    public func fail(_ call: Call, with error: AuthError?) {
        state.withLock { $0.script.failures[call] = error }
    }

    /// Lets the next calls of the kind fail, one after another.
    public func failNext(_ call: Call, with errors: AuthError...) {
        state.withLock { $0.script.nextFailures[call, default: []] += errors }
    }

    /// Lets the next calls of the kind do what they do, and the caller not hear of it.
    public func loseAnswers(to call: Call, count: Int = 1) {
        state.withLock { $0.script.lostAnswers[call] = count }
    }

    /// Lets answers of the kind take that long on the clock, or with nil no time.
    public func delay(_ call: Call, by duration: Duration?) {
        state.withLock { $0.script.delays[call] = duration }
    }

    /// Keeps the answers to calls of the kind back until they are released.
    public func hold(_ call: Call) {
        state.withLock { $0.script.holds[call] = Promise() }
    }

    /// Lets the answers go that were kept back, and those of later calls.
    public func release(_ call: Call) {
        state.withLock { $0.script.holds.removeValue(forKey: call) }?.fulfil(true)
    }

    /// Ends a session at the back end, as an operator or the person on another device does.
    public func end(_ session: Session, _ code: AuthError.Code = .sessionEnded) {
        state.withLock { $0.accounts.end(session.id, code) }
    }

    /// What links and decisions come to; nil for what the accounts make of them.
    public var upgrade: Upgrade? {
        get { state.withLock { $0.upgrade } }
        set { state.withLock { $0.upgrade = newValue } }
    }

    /// Who the next sign-ins are of, the last one as often as need be; empty for whom the credential is for.
    public var users: [UserAuthInfo] {
        get { state.withLock { $0.users } }
        set { state.withLock { $0.users = newValue } }
    }

    /// All calls, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// How many calls there were of that kind.
    public func count(of call: Call) -> Int { calls.count { $0 == call } }

    /// What was exchanged or linked, in order.
    public var credentials: [AuthCredential] { state.withLock { $0.credentials } }

    /// The refresh tokens whose sessions were revoked, in order.
    public var revoked: [String] { state.withLock { $0.revoked } }
}
