import Sesame
public import SesameCore
import SesameWire

/// A double of a back end that fails where a test says so, and notes what it was asked.
public protocol ScriptedService: Sendable {
    /// A call of the back end.
    associatedtype Call: Hashable & Sendable & CaseIterable

    /// The script of the calls to come.
    var script: CallScript<Call> { get }
}

extension ScriptedService {
    /// True if nothing reaches the back end.
    public var isOffline: Bool {
        get { script.state.withLock { $0.isOffline } }
        nonmutating set { script.state.withLock { $0.isOffline = newValue } }
    }

    /// Lets every call of these kinds fail from now on, or with nil succeed again. A call that fails has no effect.
    public func fail(_ calls: Call..., with error: AuthError?) {
        script.state.withLock { state in
            for call in calls { state.failures[call] = error }
        }
    }

    /// Lets the next calls of the kind fail, one after another.
    public func failNext(_ call: Call, with errors: AuthError...) {
        script.state.withLock { $0.nextFailures[call, default: []] += errors }
    }

    /// Lets the next calls of the kind do what they do, and the caller not hear of it.
    public func loseAnswers(to call: Call, count: Int = 1) {
        script.state.withLock { $0.lostAnswers[call] = count }
    }

    /// Lets answers of the kind take that long on the clock, or with nil no time.
    public func delay(_ call: Call, by duration: Duration?) {
        script.state.withLock { $0.delays[call] = duration }
    }

    /// Keeps the answers to calls of the kind back until they are released.
    public func hold(_ call: Call) {
        script.state.withLock { $0.holds[call] = Promise() }
    }

    /// Lets the answers go that were kept back, and those of later calls.
    public func release(_ call: Call) {
        script.state.withLock { $0.holds.removeValue(forKey: call) }?.fulfil(true)
    }

    /// All calls, in order.
    public var calls: [Call] { script.state.withLock { $0.calls } }

    /// Returns the number of calls of that kind.
    public func count(of call: Call) -> Int { calls.count { $0 == call } }
}
