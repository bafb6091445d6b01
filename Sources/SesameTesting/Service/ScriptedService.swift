import Sesame
public import SesameCore
import SesameWire

/// A test double of a back end, which fails as scripted by a test, and records its calls.
public protocol ScriptedService: Sendable {
    /// A call of the back end.
    associatedtype Call: Hashable & Sendable & CaseIterable

    /// The script of the next calls.
    var script: CallScript<Call> { get }
}

extension ScriptedService {
    /// True if no call reaches the back end: every call then fails with ``SesameCore/AuthError/Code/offline``.
    public var isOffline: Bool {
        get { script.state.withLock { $0.isOffline } }
        nonmutating set { script.state.withLock { $0.isOffline = newValue } }
    }

    /// Makes all later calls of the given kinds fail with the error; nil makes them succeed again. A failed call has no
    /// effect.
    public func fail(_ calls: Call..., with error: AuthError?) {
        script.state.withLock { state in
            for call in calls { state.failures[call] = error }
        }
    }

    /// Makes the next calls of the kind fail, each with the next of the given errors.
    public func failNext(_ call: Call, with errors: AuthError...) {
        script.state.withLock { $0.nextFailures[call, default: []] += errors }
    }

    /// Loses the responses to the next `count` calls of the kind: the calls take effect, and throw
    /// ``SesameCore/AuthError/Code/offline``.
    public func dropResponses(to call: Call, count: Int = 1) {
        script.state.withLock { $0.lostAnswers[call] = count }
    }

    /// Delays the responses to calls of the kind by the duration on the clock; nil ends the delay.
    public func delay(_ call: Call, by duration: Duration?) {
        script.state.withLock { $0.delays[call] = duration }
    }

    /// Holds the responses to calls of the kind until they are released.
    public func hold(_ call: Call) {
        script.state.withLock { $0.holds[call] = Promise() }
    }

    /// Releases the responses held by ``hold(_:)`` and stops holding later ones.
    public func release(_ call: Call) {
        script.state.withLock { $0.holds.removeValue(forKey: call) }?.fulfill(true)
    }

    /// All calls in order, including those that failed.
    public var calls: [Call] { script.state.withLock { $0.calls } }

    /// Returns the number of calls of the given kind, including those that failed.
    public func count(of call: Call) -> Int { calls.count { $0 == call } }
}
