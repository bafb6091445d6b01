import Foundation
import SesameTokens

/// A key source that always has the same set.
struct FixedKeys: JWKSSource {
    let set: JSONWebKeySet

    func fetch(_ url: String) async throws -> JWKSResponse {
        JWKSResponse(status: 200, body: set.serialized())
    }
}

/// Runs something asynchronous to its end, which libFuzzer's calls have to wait for.
func waiting(_ operation: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
        await operation()
        done.signal()
    }
    done.wait()
}
