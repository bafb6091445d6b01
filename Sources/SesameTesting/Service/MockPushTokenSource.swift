public import Sesame
public import SesameCore
import SesameWire

/// A push service's SDK that answers as a test says.
public final class MockPushTokenSource: PushTokenSource {
    private let state: Locked<(answer: Result<PushToken?, AuthError>, count: Int)>

    /// A source of that token; nil has none yet.
    public init(_ token: PushToken? = nil) {
        state = Locked((.success(token), 0))
    }

    /// The number of times it was asked.
    public var count: Int { state.withLock { $0.count } }

    /// Answers so from now on.
    public func answer(_ answer: Result<PushToken?, AuthError>) {
        state.withLock { $0.answer = answer }
    }

    /// The answer that the test has given.
    public func currentToken() async throws(AuthError) -> PushToken? {
        let answer = state.withLock { state in
            state.count += 1
            return state.answer
        }
        return try answer.get()
    }
}
