import Sesame
import SesameCore
import SesameWire

/// A test's script for the next calls of a ``ScriptedService``, and the record of its calls.
public final class CallScript<Call: Hashable & Sendable>: Sendable {
    /// The scripted outcome of one call.
    struct Course: Sendable {
        var failure: AuthError?
        var hold: Promise<Bool>?
        var delay: Duration?
        var losesAnswer = false
    }

    struct State {
        var isOffline = false
        var failures: [Call: AuthError] = [:]
        var nextFailures: [Call: [AuthError]] = [:]
        var holds: [Call: Promise<Bool>] = [:]
        var delays: [Call: Duration] = [:]
        var lostAnswers: [Call: Int] = [:]
        var calls: [Call] = []
    }

    let state = Locked(State())
    private let clock: AuthClock

    init(clock: AuthClock) {
        self.clock = clock
    }

    /// Performs a call: it takes effect at once unless it is scripted to fail. Only its response may be delayed or
    /// lost.
    func perform<Answer>(
        _ call: Call, _ effect: () throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let course = state.withLock { state in
            state.calls.append(call)
            return state.next(call)
        }
        let answer = Result { () throws(AuthError) in
            if let failure = course.failure { throw failure }
            return try effect()
        }
        _ = await course.hold?.value
        if let delay = course.delay {
            do {
                try await clock.sleep(for: delay)
            } catch {
                throw AuthError(.cancelled, "the caller was cancelled")
            }
        }
        if course.losesAnswer { throw .offline }
        return try answer.get()
    }
}

extension CallScript.State {
    /// Returns the scripted outcome of the next call of a kind. An outcome that was scripted for a single call is used
    /// up.
    fileprivate mutating func next(_ call: Call) -> CallScript.Course {
        var course = CallScript.Course(
            failure: isOffline ? .offline : nil, hold: holds[call], delay: delays[call])
        if course.failure == nil, let failures = nextFailures[call], let first = failures.first {
            nextFailures[call] = Array(failures.dropFirst())
            course.failure = first
        }
        course.failure = course.failure ?? failures[call]
        if course.failure == nil, let count = lostAnswers[call], count > 0 {
            lostAnswers[call] = count - 1
            course.losesAnswer = true
        }
        return course
    }
}

extension AuthError {
    static let offline = AuthError(.offline, "the test has disconnected the network")
}
