public import Sesame
public import SesameCore
import SesameWire

/// A test double for a push service's SDK, with scripted results.
public final class MockPushTokenSource: PushTokenSource {
    private let state: Locked<(answer: Result<PushToken?, AuthError>, count: Int)>

    /// Creates a source that returns the given token; nil if there is no token yet.
    public init(_ token: PushToken? = nil) {
        state = Locked((.success(token), 0))
    }

    /// The number of requests for the token.
    public var count: Int { state.withLock { $0.count } }

    /// Sets the result of all later requests.
    public func answer(_ answer: Result<PushToken?, AuthError>) {
        state.withLock { $0.answer = answer }
    }

    /// Returns or throws the scripted result, and counts the request.
    public func currentToken() async throws(AuthError) -> PushToken? {
        let answer = state.withLock { state in
            state.count += 1
            return state.answer
        }
        return try answer.get()
    }
}
