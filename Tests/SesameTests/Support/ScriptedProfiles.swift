import SesameCore
import SesameWire

@testable import Sesame

/// A profile source with responses set by the test. It records the requested users.
final class ScriptedProfiles: ProfileSource {
    private struct State {
        var answers: [String: ProfileLookupResult] = [:]
        var holds: [String: Promise<Bool>] = [:]
        var asked: [String] = []
    }

    private let state = Locked(State())

    /// The requested uids, in order.
    var asked: [String] { state.withLock { $0.asked } }

    func answer(_ answer: ProfileLookupResult, for user: UserAuthInfo = .first) {
        state.withLock { $0.answers[user.uid] = answer }
    }

    /// Delays the responses for this user until the returned promise is fulfilled.
    func hold(_ user: UserAuthInfo) -> Promise<Bool> {
        let promise = Promise<Bool>()
        state.withLock { $0.holds[user.uid] = promise }
        return promise
    }

    func load(for user: UserAuthInfo) async -> ProfileLookupResult {
        let hold = state.withLock { state in
            state.asked.append(user.uid)
            return state.holds[user.uid]
        }
        _ = await hold?.value
        return state.withLock { $0.answers[user.uid] } ?? .failed(.isOffline)
    }
}
